// A diagonal metric from draws: variances by Welford's recurrence, shrunk as in Stan.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Running mean and variance of each coordinate, in one pass and without cancellation [Welford1962].
class RunningVariance {
 public:
  void restart(Index size);
  void add(const Vector& q);

  Index count() const { return count_; }
  const Vector& mean() const { return mean_; }
  Vector variance() const;  // divisor count − 1; needs two points at least

 private:
  Index count_ = 0;
  Vector mean_;
  Vector sum_of_squares_;  // of the deviations from the mean
  Vector deviation_;
};

/// n/(n + 5)·variance + 5/(n + 5)·10⁻³, as in Stan: for few draws n it leans to a small variance, hence short
/// steps; it is positive even where a coordinate never moved. Ones if n < 2.
Vector regularised_inverse_metric(const RunningVariance& draws);

}  // namespace craggy
