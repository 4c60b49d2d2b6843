// Posterior draws that predict together: the interface of one conditioned GP (conditioned_gp.hpp) and of
// several side by side (conditioned_lanes.hpp).
#pragma once

#include <memory>

#include <craggy/posterior/prediction_points.hpp>

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
  virtual const Dataset& data() const = 0;
  virtual Index latent_dimension() const = 0;
  virtual const Vector& unknowns(Index draw) const = 0;

  /// Predicts f at the tiles [first_tile, end_tile) of the points with the whitened latent input z (D); z = 0
  /// is h* at its mode. Writes the columns of those tiles.
  virtual void predict(const PredictionPoints& points, Index first_tile, Index end_tile,
                       const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const = 0;

  /// For predictions with derivatives. The group has to outlive it.
  virtual std::unique_ptr<PredictionRecord> make_record() const = 0;
};
using DrawGroupPtr = std::shared_ptr<const DrawGroup>;

/// Rounding may leave a variance of about −1e-16; anything below this share of the prior variance is
/// rounding.
inline constexpr double relative_variance_floor = 1e-12;

}  // namespace craggy
