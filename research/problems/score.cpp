#include "problems/score.hpp"

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::problems {

double gap(double first, double best, double reference) {
  check_finite("first", first);
  check_finite("best", best);
  check_finite("reference", reference);
  if (best > first)
    fail_argument("best", fmt::format("{}", best),
                  fmt::format("it cannot be above the first value, {}", first));
  if (first <= reference) return 1.0;
  return (first - best) / (first - reference);
}

double regret(double best, double reference) {
  return check_finite("best", best) - check_finite("reference", reference);
}

}  // namespace craggy::problems
