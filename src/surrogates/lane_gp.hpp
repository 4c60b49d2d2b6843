// A Gaussian process with a Matérn 5/2 covariance for several chains at once, one per lane: log likelihood,
// its gradient, and the conditional of one observation given the others.
#pragma once

#include <vector>

#include <craggy/linalg/simd_level.hpp>

#include "kernels/lane_main_effects.hpp"
#include "linalg/lane_array.hpp"
#include "linalg/lane_kernels.hpp"

namespace craggy {

/// Set what differs between the chains, then ask. Nothing allocates after construction.
class LaneGp {
 public:
  /// `shared_squared_distances` is packed (lane_matern52.hpp), or empty if all coordinates are the lanes'
  /// own. `effect_ends` are the groups of main effects (lane_main_effects.hpp) or empty; with any, all
  /// coordinates have to be the lanes' own, the scale has to be 1, and no point can be moved by itself.
  LaneGp(Index num_points, Index own_dimension, Vector shared_squared_distances,
         const std::vector<Index>& effect_ends, SimdLevel level);

  int width() const { return linalg_->width; }
  Index num_points() const { return num_points_; }
  Index own_dimension() const { return own_dimension_; }

  // What a caller sets.
  LaneArray own;        // coordinates, D per point
  LaneArray scale;      // 1/l²
  LaneArray amplitude;  // a
  LaneArray share;      // of the main effects, if there are any
  LaneArray variances;  // on the diagonal, per point
  LaneArray residual;   // y − m, per point

  /// log N(residual; 0, a·K + diag(variances)) per lane, −∞ where the covariance cannot be factorised.
  void log_likelihood(double* values);

  /// The same with gradients, which are 0 in lanes that failed.
  void log_likelihood_and_gradient(double* values);
  const LaneArray& d_own() const { return d_own_; }
  const LaneArray& d_log_lengthscale() const { return d_log_lengthscale_; }
  const LaneArray& d_amplitude() const { return d_amplitude_; }
  const LaneArray& d_share() const { return d_share_; }
  const LaneArray& d_variances() const { return d_variances_; }
  const LaneArray& d_residual() const { return d_residual_; }

  /// Prepares for predictions: M = L⁻¹ (packed, with C = L·Lᵀ) and α = C⁻¹·residual. Writes the log
  /// likelihoods.
  void condition(double* values);
  const LaneArray& inverse_factor() const { return C_; }
  const LaneArray& alpha() const { return alpha_; }

  /// Prepares for moves of single points: P = C⁻¹ and α = P·residual. Writes the log likelihoods.
  void begin_sweep(double* values);

  /// log p(residual_site | the others) if the site stood at each of m places (m × D entries), up to a
  /// constant. At most max_candidates.
  static constexpr Index max_candidates = 32;
  void weigh(Index site, Index m, const LaneArray& places, LaneArray& log_likelihoods);

  /// Moves the site to the place that each lane picked of those that `weigh` was asked about last.
  void commit(Index site, const Index* picks);

 private:
  LanePoints points() const;
  LaneEffects effects() const;
  LaneDecays decays() const;
  void factorise(double* values, bool with_slopes);  // leaves the factor in C_ and L⁻¹·residual in solution_
  void invert_factor();                              // from there to L⁻¹ in C_ and α
  void invert();                                     // or to P in C_ and α

  Index num_points_;
  Index own_dimension_;
  Vector shared_;
  std::vector<long> effect_ends_;
  const LaneKernels* linalg_;
  const LaneMatern52* matern_;
  const LaneMainEffects* main_effects_;

  LaneArray falling_, rising_;  // e^(∓√(5J)·u) of the coordinates that have main effects
  bool has_decays_ = false;     // whether these are of use
  LaneArray C_, slopes_, solution_, alpha_, squared_norm_, log_determinant_;
  LaneArray d_own_, d_log_lengthscale_, d_amplitude_, d_share_, d_variances_, d_residual_;

  // Of one site: the row of P, the covariances with the candidates, their conditional moments, what was
  // picked.
  Index num_candidates_ = 0;
  LaneArray row_, cross_, quadratic_, row_products_, means_, conditional_variances_, places_;
  LaneArray picked_cross_, picked_solution_, row_weight_, picked_weight_;
};

}  // namespace craggy
