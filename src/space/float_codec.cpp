#include <algorithm>
#include <cmath>

#include "space/codec.hpp"

namespace craggy {
namespace {

/// log(x / low) for x ≥ low > 0. A quotient near 1 would lose the digits that tell x from low, one above
/// 1e308 would overflow.
double log_ratio(double x, double low) {
  const double excess = (x - low) / low;
  return excess < 1.0 ? std::log1p(excess) : std::log(x) - std::log(low);
}

double encode_linear(double x, double low, double high) {
  const double range = high - low;
  if (std::isfinite(range)) return (x - low) / range;
  return (0.5 * x - 0.5 * low) / (0.5 * high - 0.5 * low);
}

double encode_log(double x, double low, double high) {
  return std::min(log_ratio(x, low) / log_ratio(high, low), 1.0);
}

double decode_log(double unit, double low, double high) {
  if (unit == 1.0) return high;
  const double exponent = unit * log_ratio(high, low);
  // Bounds may be up to e^1454 apart, exp overflows above e^709.
  constexpr double largest_exponent = 700.0;
  const double value = exponent < largest_exponent
                           ? low * std::exp(exponent)
                           : low * std::exp(0.5 * exponent) * std::exp(0.5 * exponent);
  return std::clamp(value, low, high);  // takes off what rounding may have added
}

}  // namespace

double FloatCodec::encode(double code) const {
  const auto& [low, high, log] = domain_;
  return log ? encode_log(code, low, high) : encode_linear(code, low, high);
}

double FloatCodec::decode(double unit) const {
  const auto& [low, high, log] = domain_;
  return log ? decode_log(unit, low, high) : std::lerp(low, high, unit);
}

}  // namespace craggy
