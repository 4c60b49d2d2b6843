// Where evaluations succeed and where they fail: Gaussian-process classification by expectation propagation
// [RasmussenWilliams2006, sec. 3.6], with gradients in x.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// P(success at x) = Φ(m + g(x)), g a GP with a Matérn 5/2 covariance and a constant one that the base rate
/// is learned by. Failures are rare (without data the probability of success is 0.9) and local, but with
/// enough of them in one place they can be certain.
struct SuccessPrior {
  double lengthscale;
  double amplitude = 16.0;  // against a noise of variance 1: few failures are mere chance
  double offset_variance = 1.0;
  double mean = 5.437;  // Φ(5.437/√(1 + 16 + 1)) = 0.9
};

/// Immutable.
class SuccessClassifier {
 public:
  /// X (Q × N, N ≥ 1) with +1 for a success and −1 for a failure.
  SuccessClassifier(Matrix X, const ConstVectorRef& labels, const SuccessPrior& prior);

  /// log p(labels), approximately: how well the prior explains them.
  double log_evidence() const { return log_evidence_; }

  /// P(success) at the columns of X.
  Vector probability(const ConstMatrixRef& X) const;
  double probability_with_gradient(const ConstVectorRef& x, Vector& gradient) const;

 private:
  Matrix cross(const ConstMatrixRef& X) const;

  Matrix X_;
  SuccessPrior prior_;
  Vector lengthscales_;
  Vector slope_;      // E g(x) = kᵀ·slope
  Matrix precision_;  // Var g(x) = k** − kᵀ·precision·k
  double log_evidence_ = 0.0;
};

}  // namespace craggy
