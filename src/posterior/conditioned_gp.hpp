// The GP of one posterior draw, conditioned on the data: a Gaussian predictive of f at any x, with gradients
// in x.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <craggy/surrogates/dataset.hpp>

#include "linalg/cholesky.hpp"
#include "posterior/draw_group.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

/// Mean and variance of f at one x, and their gradients. All on the standardised scale.
struct PointPrediction {
  double mean;
  double variance;
  Vector d_mean;
  Vector d_variance;
};

class ConditionedGp final : public DrawGroup {
 public:
  /// Nothing if the covariance at u, with what is on its diagonal besides the kernel multiplied by a factor,
  /// cannot be factorised.
  static std::optional<ConditionedGp> make(std::shared_ptr<const Surrogate> surrogate,
                                           const std::shared_ptr<const Dataset>& data, double jitter,
                                           const Vector& u, double noise_factor = 1.0);

  /// Predicts f at the columns of X (Q × M) with the whitened latent input z (D); z = 0 is h* at its mode.
  /// The variance is that of f, without noise and jitter.
  void predict(const ConstMatrixRef& X, const ConstVectorRef& z, VectorRef mean, VectorRef variance) const;

  PointPrediction predict_with_gradient(const ConstVectorRef& x, const ConstVectorRef& z) const;

  Index num_inputs() const { return inputs_->rows(); }
  const Vector& unknowns() const { return u_; }

  // A group of one draw.
  Index num_draws() const override { return 1; }
  const Matrix& inputs() const override { return *inputs_; }
  Index latent_dimension() const override { return surrogate_->latent->latent_dimension(num_inputs()); }
  const Vector& unknowns(Index /*draw*/) const override { return u_; }
  bool predicts_what_is_observed() const override {
    return craggy::predicts_what_is_observed(*surrogate_, num_inputs());
  }
  void predict(const PredictionPoints& points, Index first_tile, Index end_tile, const ConstVectorRef& z,
               MomentsRef mean, MomentsRef variance) const override;
  ObservationTerms observation_terms() const override;
  void leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const override;
  std::unique_ptr<PredictionRecord> make_record() const override;
  DrawGroupPtr with_fantasies(std::shared_ptr<const Matrix> inputs, const ConstMatrixRef& normals,
                              MatrixRef values) const override;

 private:
  ConditionedGp() = default;
  Matrix embed(const ConstMatrixRef& X, const ConstVectorRef& z) const;
  double floored(double variance) const;

  std::shared_ptr<const Surrogate> surrogate_;
  std::shared_ptr<const Matrix> inputs_;
  Layout layout_;
  Vector u_;
  Matrix Z_;  // P × N
  Cholesky cholesky_;
  Vector noise_variance_;  // noise and jitter of the observations
  Vector alpha_;           // C⁻¹·(y − mean)
  double mean_ = 0.0;
  double prior_variance_ = 1.0;
};

/// As groups of one draw each, for a Posterior.
std::vector<DrawGroupPtr> one_by_one(std::vector<ConditionedGp> draws);

}  // namespace craggy
