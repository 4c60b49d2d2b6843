// The log density of a surrogate's unknowns given a data set, with its gradient:
//   log N(y; m, K + diag(noise)) + Σ log prior, in unconstrained coordinates, normalising constants included.
#pragma once

#include <memory>

#include <craggy/surrogates/dataset.hpp>

#include "linalg/cholesky.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

/// Satisfies LogDensity and LabelConditional. Not for two threads at once.
class SurrogateDensity {
 public:
  SurrogateDensity(std::shared_ptr<const Surrogate> surrogate, std::shared_ptr<const Dataset> data,
                   double jitter);

  Index size() const { return layout_.num_parameters(); }
  const Layout& layout() const { return layout_; }

  /// −∞ where the covariance cannot be factorised.
  double value(const Vector& u);
  double evaluate(const Vector& u, Vector& gradient);

  /// How often the covariance could not be factorised.
  long num_failures() const { return num_failures_; }

  /// Labels of the noise model first, then that of the level of σ_h. A sweep visits them in this order.
  Index num_labels() const { return layout_.num_labels(); }
  void begin_sweep(const Vector& u);
  void label_log_weights(Index n, Vector& log_weights);  // one per value, up to a constant, all else fixed
  void set_label(Index n, Index label, Vector& u);

 private:
  bool condition(const Vector& u);    // fills W_, Z_, K_, cholesky_, residual_, alpha_
  double log_likelihood() const;      // of what condition() left behind
  double log_prior(const Vector& u);  // and its gradient in gradient_
  bool is_level(Index n) const { return n == layout_.noise_labels.size; }

  std::shared_ptr<const Surrogate> surrogate_;
  std::shared_ptr<const Dataset> data_;
  double jitter_;
  Layout layout_;
  ParameterBlocks blocks_;
  long num_failures_ = 0;

  // Scratch memory of one evaluation.
  Matrix W_, Z_, K_, C_, inverse_, G_, d_Z_, d_W_;
  Vector diagonal_, residual_, alpha_, gradient_;
  Cholesky cholesky_;

  // State of a sweep over labels.
  NoiseModel::LabelChoice choice_{};
  Vector sweep_u_;
};

}  // namespace craggy
