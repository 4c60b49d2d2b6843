// A dense metric for Hamiltonian trajectories, from gradients: E[∇log p·∇log pᵀ] is the mean of the negative
// Hessian, so the mean of gradient outer products over draws is a metric that knows the stiff directions,
// here those between sites that are close together. Unlike the covariance of the draws it is the same for all
// modes that mirror each other.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// A metric M with what a trajectory needs of it.
struct DenseMetric {
  Matrix M;        // symmetric; the precision of the target
  Matrix inverse;  // M⁻¹
  Matrix factor;   // lower L, M = L·Lᵀ: momenta are L·N(0, I)

  static DenseMetric identity(Index size);
  /// Falls back to the identity if M cannot be factorised.
  static DenseMetric from(Matrix M);
};

/// A running mean of gradient outer products.
class FisherMetric {
 public:
  explicit FisherMetric(Index size) : sum_(Matrix::Zero(size, size)) {}
  /// Continues from a mean that counts for as many draws.
  FisherMetric(const Matrix& mean, double num_draws);

  void add(const Vector& gradient);       // of one draw; ignored if it is not finite
  void merge(const FisherMetric& other);  // the draws of another batch

  double num_draws() const { return num_draws_; }
  Matrix mean() const;

  /// mean() + I: with few draws most directions are missing from the mean, and the identity is the precision
  /// of the whitened prior, below which that of the posterior rarely falls.
  DenseMetric metric() const;

 private:
  Matrix sum_;  // lower triangle
  double num_draws_ = 0.0;
};

}  // namespace craggy
