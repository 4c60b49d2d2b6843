#include "charts/ticks.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::charts {
namespace {

struct Steps {
  double step;
  int exponent;  // of ten, at or below the step
  long first;    // the ticks are first·step … last·step
  long last;

  long count() const { return last - first + 1; }
};

// A tick that rounding puts just outside belongs to the axis all the same.
Steps steps_of(double low, double high, double factor, int exponent) {
  const double step = factor * std::pow(10.0, exponent);
  const double slack = 1e-9 * (high - low) / step;
  return {step, exponent, std::lround(std::ceil(low / step - slack)),
          std::lround(std::floor(high / step + slack))};
}

// With a minus sign instead of a hyphen.
std::string label_of(double value, int exponent) {
  const double magnitude = std::abs(value);
  const std::string text = magnitude >= 1e6 || exponent < -6
                               ? fmt::format("{:.3g}", magnitude)
                               : fmt::format("{:.{}f}", magnitude, std::max(0, -exponent));
  return value < 0.0 ? "\u2212" + text : text;
}

}  // namespace

std::vector<Tick> nice_ticks(double low, double high, int wanted) {
  check_finite("low", low);
  check_finite("high", high);
  if (!(low < high))
    fail_argument("high", fmt::format("{}", high), fmt::format("it has to be above low, {}", low));
  check_at_least("wanted", wanted, 1);
  const int middle = static_cast<int>(std::floor(std::log10((high - low) / wanted)));
  Steps best{};
  long best_distance = std::numeric_limits<long>::max();
  for (int exponent = middle - 1; exponent <= middle + 1; ++exponent) {
    for (const double factor : std::array{1.0, 2.0, 5.0}) {
      const Steps steps = steps_of(low, high, factor, exponent);
      const long distance = std::abs(steps.count() - wanted);
      if (distance < best_distance) {  // of two as near, the finer
        best = steps;
        best_distance = distance;
      }
    }
  }
  std::vector<Tick> ticks;
  for (long i = best.first; i <= best.last; ++i) {
    const double value = static_cast<double>(i) * best.step;
    ticks.push_back({value, label_of(value, best.exponent)});
  }
  return ticks;
}

Range widened(Range range, double share) {
  const double extra = share * (range.high - range.low);
  return {range.low - extra, range.high + extra};
}

}  // namespace craggy::charts
