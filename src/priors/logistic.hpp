// The logistic map between the real line and an interval, in forms that keep their precision at both ends.
#pragma once

#include <algorithm>
#include <cmath>

#include "priors/scalar_prior.hpp"

namespace craggy {

/// σ(u) = 1/(1 + e^−u). The distance to 1 is sigmoid(−u), to full relative precision.
inline double sigmoid(double u) {
  const double decay = std::exp(-std::abs(u));
  return (u < 0.0 ? decay : 1.0) / (1.0 + decay);
}

/// log(1 + e^u) = −log σ(−u).
inline double softplus(double u) { return std::max(u, 0.0) + std::log1p(std::exp(-std::abs(u))); }

/// Density of u where σ(u) is uniform on (0, 1): log σ(u)·σ(−u).
inline ValueAndDerivative logistic_log_density(double u) {
  return {.value = -softplus(u) - softplus(-u), .derivative = -std::tanh(0.5 * u)};
}

/// u for a position given by its distances to both ends, in any unit.
inline double logit(double from_low, double from_high) { return std::log(from_low) - std::log(from_high); }

struct Interval {
  double low;
  double high;

  double width() const { return high - low; }

  /// Measured from the nearer end.
  ValueAndDerivative at(double u) const {
    const double value = u < 0.0 ? low + width() * sigmoid(u) : high - width() * sigmoid(-u);
    return {.value = value, .derivative = width() * sigmoid(u) * sigmoid(-u)};
  }
};

}  // namespace craggy
