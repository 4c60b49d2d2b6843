// The one finite-difference checker that every gradient in craggy has to pass.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <craggy/linalg/types.hpp>

namespace craggy::testing {

/// Derivative of f at 0 by Ridders' method: central differences at shrinking steps, extrapolated to step 0.
/// Stops where the estimated error grows, so that neither truncation nor rounding needs a step chosen by
/// hand.
inline double ridders_derivative(const std::function<double(double)>& f, double step) {
  constexpr int num_rows = 8;
  constexpr double shrink = 1.6;
  Matrix table(num_rows, num_rows);
  double best = 0.0;
  double best_error = INFINITY;
  for (int row = 0; row < num_rows; ++row, step /= shrink) {
    table(row, 0) = (f(step) - f(-step)) / (2.0 * step);
    double factor = shrink * shrink;
    for (int k = 1; k <= row; ++k, factor *= shrink * shrink) {
      table(row, k) = (table(row, k - 1) * factor - table(row - 1, k - 1)) / (factor - 1.0);
      const double error = std::max(std::abs(table(row, k) - table(row, k - 1)),
                                    std::abs(table(row, k) - table(row - 1, k - 1)));
      if (error < best_error) {
        best_error = error;
        best = table(row, k);
      }
    }
  }
  return best;
}

/// Compares `gradient` with the finite differences of f at x. `tolerance` is relative to the largest entry
/// (or 1).
inline void expect_gradient(const std::function<double(const Vector&)>& f, const Vector& x,
                            const Vector& gradient, double tolerance = 1e-6, double step = 1e-2) {
  ASSERT_EQ(gradient.size(), x.size());
  const double scale = std::max(1.0, gradient.cwiseAbs().maxCoeff());
  for (Index i = 0; i < x.size(); ++i) {
    const auto along = [&](double t) {
      Vector moved = x;
      moved[i] += t;
      return f(moved);
    };
    EXPECT_NEAR(gradient[i] / scale, ridders_derivative(along, step) / scale, tolerance)
        << "coordinate " << i;
  }
}

}  // namespace craggy::testing
