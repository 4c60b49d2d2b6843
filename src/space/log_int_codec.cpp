#include <algorithm>
#include <cmath>

#include <craggy/space/codec.hpp>

namespace craggy {

LogIntCodec::LogIntCodec(const Int& domain)
    : low_(static_cast<double>(domain.low)),
      high_(static_cast<double>(domain.high)),
      log_ratio_(std::log1p((high_ - low_) / low_)) {}

std::uint64_t LogIntCodec::nearest_rank(double code) const {
  return static_cast<std::uint64_t>(std::clamp(std::round(code), low_, high_) - low_);
}

double LogIntCodec::encode(double code) const {
  return log_ratio_ > 0.0 ? std::log1p((code - low_) / low_) / log_ratio_ : 0.5;
}

double LogIntCodec::decode(double unit) const {
  const double owner = std::clamp(std::round(low_ * std::exp(unit * log_ratio_)), low_, high_);
  // Near 2^45, a rounding error may be worth one.
  constexpr double reach = 2.0;
  for (double value = std::max(low_, owner - reach); value <= std::min(high_, owner + reach); value += 1.0)
    if (encode(value) == unit) return value;
  return owner;
}

}  // namespace craggy
