// Draws of a plain GP that predict from the nearest observations only [Vecchia1988]: for histories that are
// too long to factorise.
#pragma once

#include <memory>
#include <vector>

#include "posterior/draw_group.hpp"

namespace craggy {

/// A Matérn 5/2 with a lengthscale per input, an amplitude, and what stands on the diagonal for noise.
struct NeighbourDraw {
  Vector lengthscales;
  double amplitude = 1.0;
  double noise_variance = 0.0;
};

/// Which observations are the nearest does not depend on the draw: distances are in units of the geometric
/// means of its lengthscales. With as many neighbours as observations it is the exact GP.
class NeighbourGroup final : public DrawGroup {
 public:
  /// `inputs` (Q × N), `y` (N) on the standardised scale, `own_noise` (N): variances beside the draw's own.
  NeighbourGroup(std::shared_ptr<const Matrix> inputs, Vector y, Vector own_noise,
                 std::vector<NeighbourDraw> draws, Index num_neighbours);

  Index num_draws() const override { return std::ssize(draws_); }
  const Matrix& inputs() const override { return *inputs_; }
  Index latent_dimension() const override { return 0; }
  /// log l_1 … log l_Q, log amplitude, log noise variance.
  const Vector& unknowns(Index draw) const override { return unknowns_[static_cast<std::size_t>(draw)]; }
  // It is, but the observation terms are of predictions from the others.
  bool predicts_what_is_observed() const override { return false; }

  void predict(const PredictionPoints& points, Index first_tile, Index end_tile, const ConstVectorRef& z,
               MomentsRef mean, MomentsRef variance) const override;
  /// Precision and α are those that give the predictions of each observation from its neighbours.
  ObservationTerms observation_terms() const override;
  void leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const override;
  std::unique_ptr<PredictionRecord> make_record() const override;
  DrawGroupPtr with_fantasies(std::shared_ptr<const Matrix> inputs, const ConstMatrixRef& normals,
                              MatrixRef values) const override;

 private:
  class Record;
  struct Conditional;  // of one draw on one set of neighbours

  Index num_observations() const { return own_noise_.size(); }
  double noise_of(const NeighbourDraw& draw, Index n) const;
  /// The nearest to x, but for observation number `without`.
  std::vector<Index> neighbours(const ConstVectorRef& x, Index without = -1) const;
  Conditional conditional(Index draw, const std::vector<Index>& neighbours, const ConstVectorRef& x) const;

  std::shared_ptr<const Matrix> inputs_;
  Matrix scaled_;     // the inputs, in units of the usual lengthscales
  Vector precision_;  // 1/usual lengthscale
  Matrix y_;          // draws × (observations and fantasies)
  Vector own_noise_;
  std::vector<NeighbourDraw> draws_;
  std::vector<Vector> unknowns_;
  Index num_neighbours_;
};

}  // namespace craggy
