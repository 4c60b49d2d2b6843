#include "priors/support.hpp"

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy {

void check_interval(double low, double high) {
  check_finite("low", low);
  check_finite("high", high);
  if (!(low < high))
    fail_argument("high", fmt::format("{}", high), fmt::format("it has to be above low, which is {}", low));
  check_finite("high - low", high - low);
}

double check_in_support(double value, double low, double high) {
  if (!(value >= low && value <= high))
    fail_argument("value", fmt::format("{}", value),
                  fmt::format("it has to be between {} and {}", low, high));
  return value;
}

}  // namespace craggy
