#include "surrogates/lane_gp.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/cancellation.hpp"

namespace craggy {

LaneGp::LaneGp(Index num_points, Index own_dimension, Vector shared_squared_distances,
               const std::vector<Index>& effect_ends, SimdLevel level)
    : num_points_(num_points),
      own_dimension_(own_dimension),
      shared_(std::move(shared_squared_distances)),
      effect_ends_(effect_ends.begin(), effect_ends.end()),
      linalg_(&lane_kernels(level)),
      matern_(&lane_matern52(level)),
      main_effects_(&lane_main_effects(level)) {
  assert(shared_.size() == 0 || (shared_.size() == packed_size(num_points) && effect_ends.empty()));
  const auto array = [this](Index num_entries) { return LaneArray(num_entries, width()); };
  for (LaneArray* one : {&scale, &amplitude, &share, &squared_norm_, &log_determinant_, &d_log_lengthscale_,
                         &d_amplitude_, &d_share_, &row_weight_, &picked_weight_})
    *one = array(1);
  for (LaneArray* per_point : {&variances, &residual, &solution_, &alpha_, &d_variances_, &d_residual_, &row_,
                               &picked_cross_, &picked_solution_})
    *per_point = array(num_points);
  for (LaneArray* coordinates : {&own, &d_own_}) *coordinates = array(num_points * own_dimension);
  for (LaneArray* exponentials : {&falling_, &rising_})
    *exponentials = array(num_points * std::ssize(effect_ends_));
  for (LaneArray* packed : {&C_, &slopes_}) *packed = array(packed_size(num_points));
  for (LaneArray* per_candidate : {&quadratic_, &row_products_, &means_, &conditional_variances_})
    *per_candidate = array(max_candidates);
  cross_ = array(num_points * max_candidates);
  places_ = array(max_candidates * own_dimension);
}

LanePoints LaneGp::points() const {
  return {.num_points = num_points_,
          .dimension = own_dimension_,
          .shared = shared_.size() > 0 ? shared_.data() : nullptr,
          .own = own.data(),
          .scale = scale.data(),
          .amplitude = amplitude.data()};
}

LaneEffects LaneGp::effects() const {
  return {.num_groups = std::ssize(effect_ends_), .ends = effect_ends_.data(), .share = share.data()};
}

LaneDecays LaneGp::decays() const {
  return has_decays_ ? LaneDecays{falling_.data(), rising_.data()} : LaneDecays{};
}

void LaneGp::factorise(double* values, bool with_slopes) {
  if (effect_ends_.empty()) {
    matern_->matrix(points(), variances.data(), C_.data(), with_slopes ? slopes_.data() : nullptr);
  } else {
    has_decays_ = main_effects_->fill_decays(effects(), num_points_, own_dimension_, own.data(),
                                             falling_.data(), rising_.data());
    main_effects_->matrix(points(), effects(), decays(), variances.data(), C_.data());
  }
  linalg_->factorise(num_points_, C_.data(), log_determinant_.data(), stop_requested);
  throw_if_stopped();
  linalg_->solve_lower(num_points_, C_.data(), residual.data(), solution_.data(), squared_norm_.data());
  const double log_two_pi = std::log(2.0 * std::numbers::pi);
  for (int w = 0; w < width(); ++w) {
    const double value = -0.5 * squared_norm_.at(0, w) - 0.5 * log_determinant_.at(0, w) -
                         0.5 * static_cast<double>(num_points_) * log_two_pi;
    values[w] = std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
  }
}

void LaneGp::invert_factor() {
  linalg_->invert_factor(num_points_, C_.data(), stop_requested);
  throw_if_stopped();
  linalg_->multiply_transposed(num_points_, C_.data(), solution_.data(), alpha_.data());
}

void LaneGp::invert() {
  invert_factor();
  linalg_->complete_inverse(num_points_, C_.data(), stop_requested);
  throw_if_stopped();
}

void LaneGp::log_likelihood(double* values) { factorise(values, false); }

void LaneGp::condition(double* values) {
  factorise(values, false);
  invert_factor();
}

void LaneGp::begin_sweep(double* values) {
  factorise(values, false);
  invert();
}

void LaneGp::log_likelihood_and_gradient(double* values) {
  factorise(values, true);
  invert();
  if (effect_ends_.empty())
    matern_->contract(points(), C_.data(), alpha_.data(), slopes_.data(), d_own_.data(),
                      d_log_lengthscale_.data());
  else
    main_effects_->contract(points(), effects(), decays(), C_.data(), alpha_.data(), d_own_.data(),
                            d_share_.data());
  // dL/dC = ½·(α·αᵀ − P). Its contraction with the whole of C is ½·(residualᵀ·α − N); without the diagonal
  // variances that leaves a·dL/da.
  for (int w = 0; w < width(); ++w) {
    double in_covariance = 0.5 * (squared_norm_.at(0, w) - static_cast<double>(num_points_));
    for (Index n = 0; n < num_points_; ++n) {
      const double alpha = alpha_.at(n, w);
      d_variances_.at(n, w) = 0.5 * (alpha * alpha - C_.at(packed_index(n, n), w));
      d_residual_.at(n, w) = -alpha;
      in_covariance -= d_variances_.at(n, w) * variances.at(n, w);
    }
    d_amplitude_.at(0, w) = in_covariance / amplitude.at(0, w);
  }
  for (int w = 0; w < width(); ++w) {
    if (std::isfinite(values[w])) continue;
    for (LaneArray* gradient :
         {&d_own_, &d_log_lengthscale_, &d_amplitude_, &d_share_, &d_variances_, &d_residual_})
      for (Index e = 0; e < gradient->num_entries(); ++e) gradient->at(e, w) = 0.0;
  }
}

// With k the covariances of the moved site with the others (0 at its own place), p = P_site·k and q = kᵀ·P·k,
// the inverse without the site is P − P_:site·P_site:/P_site,site, so that
//   variance = a + noise − (q − p²/P_site,site),   mean = kᵀ·α − p·α_site/P_site,site.
void LaneGp::weigh(Index site, Index m, const LaneArray& places, LaneArray& log_likelihoods) {
  assert(m <= max_candidates);
  throw_if_stopped();
  num_candidates_ = m;
  std::copy_n(places.data(), m * own_dimension_ * width(), places_.data());
  for (Index n = 0; n < num_points_; ++n)
    std::copy_n(C_.entry(n <= site ? packed_index(site, n) : packed_index(n, site)), width(), row_.entry(n));
  matern_->cross_site(points(), site, m, places_.data(), cross_.data());
  linalg_->quadratic_forms(num_points_, C_.data(), m, cross_.data(), quadratic_.data());
  linalg_->weighted_sums(num_points_, row_.data(), m, cross_.data(), row_products_.data());
  linalg_->weighted_sums(num_points_, alpha_.data(), m, cross_.data(), means_.data());
  for (Index c = 0; c < m; ++c)
    for (int w = 0; w < width(); ++w) {
      const double precision = row_.at(site, w);
      const double p = row_products_.at(c, w);
      const double noise = variances.at(site, w);
      const double variance =
          std::max(amplitude.at(0, w) + noise - (quadratic_.at(c, w) - p * p / precision), noise);
      conditional_variances_.at(c, w) = variance;
      means_.at(c, w) -= p * alpha_.at(site, w) / precision;
      log_likelihoods.at(c, w) = variance;
    }
  linalg_->log(m, log_likelihoods.data());
  for (Index c = 0; c < m; ++c)
    for (int w = 0; w < width(); ++w) {
      const double error = residual.at(site, w) - means_.at(c, w);
      log_likelihoods.at(c, w) =
          -0.5 * log_likelihoods.at(c, w) - 0.5 * error * error / conditional_variances_.at(c, w);
    }
}

// The inverse with the site at its new place, by blocks: with b = (P without the site)·k and v the
// conditional variance it is P without the site + b·bᵀ/v, −b/v in the row of the site and 1/v on its
// diagonal.
void LaneGp::commit(Index site, const Index* picks) {
  for (Index n = 0; n < num_points_; ++n)
    for (int w = 0; w < width(); ++w) picked_cross_.at(n, w) = cross_.at(n * num_candidates_ + picks[w], w);
  linalg_->multiply_symmetric(num_points_, C_.data(), picked_cross_.data(), picked_solution_.data());

  for (int w = 0; w < width(); ++w) {
    const Index pick = picks[w];
    const double precision = row_.at(site, w);
    const double p = row_products_.at(pick, w);
    const double v = conditional_variances_.at(pick, w);
    row_weight_.at(0, w) = -1.0 / precision;
    picked_weight_.at(0, w) = 1.0 / v;
    const double new_alpha = (residual.at(site, w) - means_.at(pick, w)) / v;
    const double old_alpha = alpha_.at(site, w) / precision;
    for (Index n = 0; n < num_points_; ++n) {
      const double b = n == site ? 0.0 : picked_solution_.at(n, w) - row_.at(n, w) * p / precision;
      picked_solution_.at(n, w) = b;
      alpha_.at(n, w) -= row_.at(n, w) * old_alpha + b * new_alpha;
    }
    alpha_.at(site, w) = new_alpha;
    for (Index d = 0; d < own_dimension_; ++d)
      own.at(site * own_dimension_ + d, w) = places_.at(pick * own_dimension_ + d, w);
  }
  linalg_->add_rank_two(num_points_, C_.data(), row_.data(), row_weight_.data(), picked_solution_.data(),
                        picked_weight_.data());
  for (Index n = 0; n < num_points_; ++n) {
    double* entry = C_.entry(n <= site ? packed_index(site, n) : packed_index(n, site));
    for (int w = 0; w < width(); ++w)
      entry[w] = n == site ? picked_weight_.at(0, w) : -picked_solution_.at(n, w) * picked_weight_.at(0, w);
  }
}

}  // namespace craggy
