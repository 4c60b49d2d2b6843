// A bowl on the unit square, and options that make a suggestion quick.
#pragma once

#include <cmath>
#include <vector>

#include <craggy/engine/suggest.hpp>

namespace craggy::testing {

using Point = std::vector<double>;

inline const Space unit_square{{"x", Float{0.0, 1.0}}, {"y", Float{0.0, 1.0}}};

inline double bowl(const Point& at) { return std::pow(at[0] - 0.3, 2) + std::pow(at[1] - 0.6, 2); }

inline SuggestOptions quick(const char* surrogate = "noiseless") {
  SuggestOptions options;
  options.surrogate = surrogate;
  options.inference.num_chains = 4;
  options.inference.num_warmup = 20;
  options.inference.num_draws = 64;
  return options;
}

}  // namespace craggy::testing
