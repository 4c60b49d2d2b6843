#include <algorithm>
#include <cmath>

#include "space/codec.hpp"

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

// Rounding errors are worth at most 0.3 of a value near 2^45, so that every value comes back.
double LogIntCodec::decode(double unit) const {
  return std::clamp(std::round(low_ * std::exp(unit * log_ratio_)), low_, high_);
}

}  // namespace craggy
