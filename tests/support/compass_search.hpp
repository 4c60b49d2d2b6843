// A local search without derivatives on a box, for tests that try to beat a claimed minimum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace craggy::testing {

struct LocalMinimum {
  std::vector<double> x;
  double value;
};

/// Tries a step up and down along each axis, doubles it after a success and halves it when none of them
/// improves. Steps are in shares of the side of the box. Jumps do no harm: it only ever compares values.
inline LocalMinimum compass_search(const std::function<double(std::span<const double>)>& f,
                                   std::vector<double> x, std::span<const double> low,
                                   std::span<const double> high, double first_step = 0.05,
                                   double last_step = 1e-11, int max_evaluations = 20000) {
  double value = f(x);
  int num_evaluations = 1;
  for (double step = first_step; step > last_step && num_evaluations < max_evaluations;) {
    bool improved = false;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (double sign : {1.0, -1.0}) {
        const double before = x[i];
        x[i] = std::clamp(before + sign * step * (high[i] - low[i]), low[i], high[i]);
        const double moved = f(x);
        ++num_evaluations;
        if (moved < value) {
          value = moved;
          improved = true;
          break;
        }
        x[i] = before;
      }
    step *= improved ? 2.0 : 0.5;
  }
  return {x, value};
}

}  // namespace craggy::testing
