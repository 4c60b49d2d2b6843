// Covariance functions with their unknowns: lengthscales, an amplitude, the share of a second kernel.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/lengthscales.hpp"
#include "surrogates/parameters.hpp"

namespace craggy {

class Covariance {
 public:
  virtual ~Covariance() = default;
  virtual ParameterBlocks blocks(const Shape& shape) const = 0;

  /// K (N × N, both triangles) over the columns of Z (P × N), of which the first `num_inputs` rows are
  /// inputs.
  virtual void matrix(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                      MatrixRef K) const = 0;

  /// Adds dL/du and writes dL/dZ, given G = dL/dK (symmetric) and K as `matrix` made it.
  virtual void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                         const ConstMatrixRef& K, const ConstMatrixRef& G, VectorRef d_u,
                         MatrixRef d_Z) const = 0;

  /// The lengthscales if this is amplitude·Matérn 5/2, with or without main effects, and nothing else, which
  /// faster code treats apart, or null. The blocks are then the lengthscales, the share of the main effects
  /// if there are any, and, if it is sampled, the amplitude.
  virtual const Lengthscales* single_matern() const { return nullptr; }

  /// The groups of inputs that have main effects of their own (kernels/main_effects.hpp); empty: there are
  /// none.
  virtual std::vector<Index> main_effects(Index /*num_inputs*/) const { return {}; }

  /// Prior variance of the function that is predicted. For a sum of kernels that is the smooth part g alone
  /// [Bodin2020, appendix: additive models predict the function without h].
  virtual double predicted_variance(const ConstVectorRef& u) const = 0;

  /// Covariance (N × M) of the observed function at Z (P × N) with the predicted one at Z_new (P × M).
  virtual void cross(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                     const ConstMatrixRef& Z_new, MatrixRef k) const = 0;

  /// d_new (P) += Σ_n weights_n · ∂ cross(z_n, z_new)/∂z_new.
  virtual void cross_pull_back(const ConstVectorRef& u, Index num_inputs, const ConstMatrixRef& Z,
                               const ConstVectorRef& z_new, const ConstVectorRef& weights,
                               VectorRef d_new) const = 0;
};
using CovariancePtr = std::shared_ptr<const Covariance>;

/// a · Matérn 5/2. Without an amplitude prior a = 1, the paper's unit signal variance.
CovariancePtr matern_covariance(Lengthscales lengthscales, ScalarPriorPtr amplitude = nullptr);

/// a · (Matérn 5/2 with main effects): functions of one input each, which add up, next to one of all inputs.
/// With one input or group it is a Matérn 5/2.
CovariancePtr main_effects_covariance(Lengthscales lengthscales, ScalarPriorPtr share,
                                      ScalarPriorPtr amplitude = nullptr);

/// a · (share · Matérn(long) + (1 − share) · Matérn(short)): f = g + h with a GP for h.
CovariancePtr sum_covariance(Lengthscales long_range, Lengthscales short_range, ScalarPriorPtr share,
                             ScalarPriorPtr amplitude = nullptr);

}  // namespace craggy
