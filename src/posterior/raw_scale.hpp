// From the standardised scale to that of the raw outputs.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <craggy/surrogates/dataset.hpp>

namespace craggy {

/// Beyond the range of a double the largest one.
inline double saturated(double value) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(value, -largest, largest);
}

/// fma: the product may overflow where the sum does not.
inline double raw_value(const Standardisation& s, double value) {
  return saturated(std::fma(value, s.scale, s.shift));
}

}  // namespace craggy
