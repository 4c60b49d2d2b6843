#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "space/codec.hpp"

namespace craggy {
namespace {

/// How many digits stand behind the point in the shortest decimal form of a finite number.
int num_decimals(double number) {
  std::array<char, 32> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  const std::size_t point = text.find('.');
  const int digits_behind_point = point == std::string_view::npos ? 0 : static_cast<int>(e - point) - 1;
  int exponent = 0;
  const std::size_t begin = e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + begin, text.data() + text.size(), exponent);
  return std::max(0, digits_behind_point - exponent);
}

/// low + k·step is off by less than 2^−51 of the largest bound; up to 2^49 units of the last decimal,
/// rounding to decimals finds the right one.
double decimal_scale(const Step& domain) {
  constexpr int max_decimals = 22;  // 10^22 is the last power of ten that a double holds
  const int decimals = std::max(num_decimals(domain.low), num_decimals(domain.step));
  if (decimals > max_decimals) return 0.0;
  double scale = 1.0;
  for (int i = 0; i < decimals; ++i) scale *= 10.0;
  return std::max(std::abs(domain.low), std::abs(domain.high)) * scale < 0x1p49 ? scale : 0.0;
}

/// (high − low)/step, rounded down, but not because of rounding errors.
std::uint64_t num_steps(const Step& domain) {
  const double quotient = (domain.high - domain.low) / domain.step;
  const double largest = std::max(std::abs(domain.low), std::abs(domain.high)) / domain.step;
  return static_cast<std::uint64_t>(std::floor(quotient + 0x1p-51 * (largest + quotient)));
}

}  // namespace

GridCodec::GridCodec(const Int& domain)
    : low_(static_cast<double>(domain.low)),
      high_(static_cast<double>(domain.high)),
      step_(1.0),
      num_values_(static_cast<std::uint64_t>(domain.high - domain.low) + 1) {}

GridCodec::GridCodec(const Step& domain)
    : low_(domain.low),
      high_(domain.high),
      step_(domain.step),
      decimal_scale_(decimal_scale(domain)),
      num_values_(num_steps(domain) + 1) {}

double GridCodec::code(std::uint64_t rank) const {
  double value = std::fma(static_cast<double>(rank), step_, low_);
  if (decimal_scale_ > 0.0) value = std::round(value * decimal_scale_) / decimal_scale_;
  return std::min(value, high_) + 0.0;  // no −0, which would be written differently
}

std::uint64_t GridCodec::nearest_rank(double code) const {
  const double rank = std::round((code - low_) / step_);
  return static_cast<std::uint64_t>(std::clamp(rank, 0.0, static_cast<double>(num_values_ - 1)));
}

double GridCodec::position(std::uint64_t rank) const {
  return num_values_ == 1 ? 0.5 : static_cast<double>(rank) / static_cast<double>(num_values_ - 1);
}

double GridCodec::decode(double unit) const {
  const auto last = static_cast<double>(num_values_ - 1);
  const auto owner =
      static_cast<std::int64_t>(std::clamp(std::floor(unit * static_cast<double>(num_values_)), 0.0, last));
  // Of 2^53 values, a rounding error is worth two.
  constexpr std::int64_t reach = 3;
  for (std::int64_t rank = std::max<std::int64_t>(0, owner - reach);
       rank <= std::min(owner + reach, static_cast<std::int64_t>(num_values_ - 1)); ++rank)
    if (position(static_cast<std::uint64_t>(rank)) == unit) return code(static_cast<std::uint64_t>(rank));
  return code(static_cast<std::uint64_t>(owner));
}

}  // namespace craggy
