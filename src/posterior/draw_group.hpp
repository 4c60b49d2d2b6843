// Posterior draws that predict together: the interface of one conditioned GP (conditioned_gp.hpp) and of
// several side by side (conditioned_lanes.hpp).
#pragma once

#include <memory>

#include "posterior/observation_terms.hpp"
#include "posterior/prediction_points.hpp"

namespace craggy {

/// Moments of several draws (rows) at several points (columns), at any place in a larger matrix.
using MomentsRef = Eigen::Ref<Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
using ConstMomentsRef = Eigen::Ref<const Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

/// Predictions of a group that remember what they need to take derivatives back to their points. Keeps its
/// memory from one prediction to the next; not for two threads at once.
class PredictionRecord {
 public:
  virtual ~PredictionRecord() = default;

  /// As DrawGroup::predict, at all points, which have to live until pull_back.
  virtual void predict(const PredictionPoints& points, const ConstVectorRef& z, MomentsRef mean,
                       MomentsRef variance) = 0;

  /// Of the last prediction: d_X (Q × M) += Σ_draws d_mean·∂mean/∂x + d_variance·∂variance/∂x, at every
  /// point.
  virtual void pull_back(const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                         MatrixRef d_X) const = 0;
};

/// Immutable. Moments are those of f, without noise and jitter, on the standardised scale.
class DrawGroup {
 public:
  virtual ~DrawGroup() = default;

  virtual Index num_draws() const = 0;
  /// The points that f is conditioned at (Q × N): the observations, and behind them fantasies.
  virtual const Matrix& inputs() const = 0;
  virtual Index latent_dimension() const = 0;
  virtual const Vector& unknowns(Index draw) const = 0;
  /// Whether what is predicted is what was observed, but for noise: no latent input, and no detail that
  /// predictions leave out.
  virtual bool predicts_what_is_observed() const = 0;

  /// Predicts f at the tiles [first_tile, end_tile) of the points with the whitened latent input z (D); z = 0
  /// is h* at its mode. Writes the columns of those tiles.
  virtual void predict(const PredictionPoints& points, Index first_tile, Index end_tile,
                       const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const = 0;

  virtual ObservationTerms observation_terms() const = 0;

  /// Predicts f at every point of inputs(), each given all others, with the whitened latent input z in the
  /// place of its own.
  virtual void leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const = 0;

  /// For predictions with derivatives. The group has to outlive it.
  virtual std::unique_ptr<PredictionRecord> make_record() const = 0;

  /// These draws, each conditioned on a fantasy of its own: values of f at the columns of `inputs` behind
  /// this group's own, drawn jointly from the draw's predictive at h* = 0 with the given standard normal
  /// numbers (draws × new columns). Writes the values, laid out like the numbers.
  virtual std::shared_ptr<const DrawGroup> with_fantasies(std::shared_ptr<const Matrix> inputs,
                                                          const ConstMatrixRef& normals,
                                                          MatrixRef values) const = 0;
};
using DrawGroupPtr = std::shared_ptr<const DrawGroup>;

/// Rounding may leave a variance of about −1e-16; anything below this share of the prior variance is
/// rounding.
inline constexpr double relative_variance_floor = 1e-12;

/// The variance, as a share of the prior's, with which a value of f is made up: enough for fantasies at one
/// place, or at an observation, to be factorised.
inline constexpr double relative_fantasy_variance = 1e-6;

}  // namespace craggy
