// How samplers call a density: everything that is not a finite number is a failure, and a failure is −∞.
#pragma once

#include <cmath>
#include <limits>

#include "samplers/concepts.hpp"

namespace craggy {

inline constexpr double failed_log_density = -std::numeric_limits<double>::infinity();

/// The number of entries of a point: the continuous coordinates and, behind them, the labels.
template <LogDensity D>
Index num_coordinates(const D& density) {
  if constexpr (LabelConditional<D>)
    return density.size() + density.num_labels();
  else
    return density.size();
}

/// The density is not called at a point that overflowed on the way.
template <LogDensity D>
double checked_value(D& density, const Vector& q) {
  if (!q.allFinite()) return failed_log_density;
  const double value = density.value(q);
  return std::isfinite(value) ? value : failed_log_density;
}

/// As checked_value; a gradient that is not finite counts as a failure too.
template <LogDensity D>
double checked_evaluate(D& density, const Vector& q, Vector& gradient) {
  if (!q.allFinite()) return failed_log_density;
  gradient.resize(density.size());
  const double value = density.evaluate(q, gradient);
  return std::isfinite(value) && gradient.allFinite() ? value : failed_log_density;
}

/// Makes the gradient of `point` known and returns the number of evaluations that took (0 or 1).
template <LogDensity D>
Index ensure_gradient(D& density, ChainPoint& point) {
  if (point.gradient.size() == density.size()) return 0;
  point.log_density = checked_evaluate(density, point.q, point.gradient);
  return 1;
}

}  // namespace craggy
