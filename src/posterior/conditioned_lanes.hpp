// The GPs of several posterior draws, conditioned on the data, one per SIMD lane: what ConditionedGp is for
// one draw, at a fraction of the time per draw.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <craggy/surrogates/dataset.hpp>

#include "kernels/lane_main_effects.hpp"
#include "linalg/lane_array.hpp"
#include "linalg/lane_kernels.hpp"
#include "posterior/draw_group.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

class ConditionedLanes final : public DrawGroup {
 public:
  /// For surrogates that LaneDensity supports, and between one draw and as many as there are lanes. Nothing
  /// if a covariance cannot be factorised.
  static std::unique_ptr<ConditionedLanes> make(std::shared_ptr<const Surrogate> surrogate,
                                                const std::shared_ptr<const Dataset>& data, double jitter,
                                                std::span<const Vector> draws, SimdLevel level);

  Index num_draws() const override { return static_cast<Index>(unknowns_.size()); }
  const Matrix& inputs() const override { return *inputs_; }
  Index latent_dimension() const override { return surrogate_->latent->latent_dimension(inputs_->rows()); }
  const Vector& unknowns(Index draw) const override { return unknowns_[static_cast<std::size_t>(draw)]; }

  bool predicts_what_is_observed() const override {
    return craggy::predicts_what_is_observed(*surrogate_, inputs_->rows());
  }

  void predict(const PredictionPoints& points, Index first_tile, Index end_tile, const ConstVectorRef& z,
               MomentsRef mean, MomentsRef variance) const override;
  ObservationTerms observation_terms() const override;
  void leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const override;
  std::unique_ptr<PredictionRecord> make_record() const override;
  DrawGroupPtr with_fantasies(std::shared_ptr<const Matrix> inputs, const ConstMatrixRef& normals,
                              MatrixRef values) const override;

 private:
  class Record;

  ConditionedLanes() = default;
  int width() const { return kernels_->width; }
  LanePoints observations() const;  // and fantasies
  Matrix precision() const;         // the diagonals of C⁻¹, draws × points
  LaneEffects effects() const;
  /// Of the coordinates with main effects, laid out point by point; empty where they are of no use.
  struct Decays {
    LaneArray falling, rising;
    LaneDecays view(Index first_entry = 0) const;
  };
  Decays decays_of(const LaneArray& coordinates) const;
  /// New points in the lanes' own coordinates.
  struct Others {
    LaneArray own;
    Decays decays;
    LaneOthers view() const { return {own.data(), decays.view()}; }
  };
  Others others_at(const ConstMatrixRef& X, const ConstVectorRef& z) const;
  LaneOthers point_as_other(Index n) const;
  /// k between the points and m others, with or without main effects.
  void cross(const LanePoints& points, Index m, const double* squared_distances, const LaneOthers& others,
             double* k) const;
  /// The lanes' own coordinates of new points; empty where they are 0 in all lanes.
  LaneArray new_coordinates(const ConstMatrixRef& X, const ConstVectorRef& z) const;
  void write_moments(const PredictionPoints::Tile& tile, const LaneArray& weighted_sums,
                     const LaneArray& squared_norms, MomentsRef& mean, MomentsRef& variance) const;
  /// Memory for `num_points` instead of N; what stands behind the first N is not set.
  void make_room(Index num_points);

  std::shared_ptr<const Surrogate> surrogate_;
  std::shared_ptr<const Matrix> inputs_;
  Layout layout_;
  std::vector<Vector> unknowns_;
  const LaneKernels* kernels_ = nullptr;
  const LaneMatern52* matern_ = nullptr;
  const LaneMainEffects* main_effects_ = nullptr;
  bool shares_distances_ = false;  // LaneDensity::condition says what the own coordinates are
  Matrix lengthscales_;            // per coordinate and draw, where distances are not shared
  Matrix noise_variance_;          // and jitter: draws × observations
  LaneArray inverse_factor_;       // M = L⁻¹, packed
  LaneArray alpha_, own_, scale_, amplitude_, share_;
  std::vector<long> effect_ends_;  // empty without main effects
  Decays decays_;                  // of all points
  Vector mean_;                    // of the prior, per draw
};

}  // namespace craggy
