#include "posterior/conditioned_lanes.hpp"

#include <algorithm>
#include <cmath>

#include "base/cancellation.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {

std::unique_ptr<ConditionedLanes> ConditionedLanes::make(std::shared_ptr<const Surrogate> surrogate,
                                                         const std::shared_ptr<const Dataset>& data,
                                                         double jitter, std::span<const Vector> draws,
                                                         SimdLevel level) {
  LaneDensity density(surrogate, data, jitter, level);
  LaneArray u(density.size(), density.width());
  LaneArray log_likelihoods(1, density.width());
  // Lanes that are left over repeat the last draw.
  for (int w = 0; w < density.width(); ++w)
    u.set_lane(w, draws[std::min(static_cast<std::size_t>(w), draws.size() - 1)]);
  const LaneGp& gp = density.condition(u, log_likelihoods.data());
  for (int w = 0; w < density.width(); ++w)
    if (!std::isfinite(log_likelihoods.at(0, w))) return nullptr;

  std::unique_ptr<ConditionedLanes> lanes(new ConditionedLanes);
  lanes->surrogate_ = std::move(surrogate);
  lanes->inputs_ = std::shared_ptr<const Matrix>(data, &data->X);
  lanes->layout_ = density.layout();
  lanes->unknowns_.assign(draws.begin(), draws.end());
  lanes->kernels_ = &lane_kernels(level);
  lanes->matern_ = &lane_matern52(level);
  lanes->main_effects_ = &lane_main_effects(level);
  lanes->shares_distances_ = density.shares_distances();
  lanes->inverse_factor_ = gp.inverse_factor();
  lanes->alpha_ = gp.alpha();
  lanes->own_ = gp.own;
  lanes->scale_ = gp.scale;
  lanes->amplitude_ = gp.amplitude;
  lanes->share_ = gp.share;
  for (const Index end : lanes->surrogate_->covariance->main_effects(data->num_inputs()))
    lanes->effect_ends_.push_back(end);
  lanes->decays_ = lanes->decays_of(lanes->own_);
  lanes->mean_.resize(lanes->num_draws());
  const Index Q = data->num_inputs();
  const Index P = lanes->surrogate_->latent->num_coordinates(Q);
  lanes->lengthscales_.resize(P, lanes->num_draws());
  lanes->noise_variance_.resize(lanes->num_draws(), data->size());
  Vector noise_variance(data->size());
  for (Index s = 0; s < lanes->num_draws(); ++s) {
    const Vector& unknowns = lanes->unknowns(s);
    lanes->mean_[s] = lanes->surrogate_->mean.value(slice_of(unknowns, lanes->layout_.mean));
    lanes->lengthscales_.col(s) = lanes->surrogate_->covariance->single_matern()->expand(
        slice_of(unknowns, lanes->layout_.covariance), Q, P);
    diagonal_variances(*lanes->surrogate_, lanes->layout_, unknowns, jitter, noise_variance);
    lanes->noise_variance_.row(s) = noise_variance.transpose();
  }
  return lanes;
}

LanePoints ConditionedLanes::observations() const {
  return {.num_points = inputs_->cols(),
          .dimension = own_.num_entries() / inputs_->cols(),
          .shared = nullptr,  // that of the observations among themselves, which the factor has used up
          .own = own_.data(),
          .scale = scale_.data(),
          .amplitude = amplitude_.data()};
}

LaneEffects ConditionedLanes::effects() const {
  return {.num_groups = std::ssize(effect_ends_), .ends = effect_ends_.data(), .share = share_.data()};
}

LaneDecays ConditionedLanes::Decays::view(Index first_entry) const {
  if (falling.num_entries() == 0) return {};
  return {falling.entry(first_entry), rising.entry(first_entry)};
}

ConditionedLanes::Decays ConditionedLanes::decays_of(const LaneArray& coordinates) const {
  if (effect_ends_.empty()) return {};
  const Index dimension = observations().dimension;
  const Index count = coordinates.num_entries() / dimension;
  const Index num_entries = count * std::ssize(effect_ends_);
  Decays decays{LaneArray::scratch(num_entries, width()), LaneArray::scratch(num_entries, width())};
  const bool known = main_effects_->fill_decays(effects(), count, dimension, coordinates.data(),
                                                decays.falling.data(), decays.rising.data());
  return known ? std::move(decays) : Decays{};
}

ConditionedLanes::Others ConditionedLanes::others_at(const ConstMatrixRef& X, const ConstVectorRef& z) const {
  Others others{new_coordinates(X, z), {}};
  others.decays = decays_of(others.own);
  return others;
}

void ConditionedLanes::cross(const LanePoints& points, Index m, const double* squared_distances,
                             const LaneOthers& others, double* k) const {
  if (effect_ends_.empty())
    matern_->cross(points, m, shares_distances_ ? squared_distances : nullptr, others.own, k);
  else
    main_effects_->cross(points, effects(), decays_.view(), m, others, k);
}

LaneArray ConditionedLanes::new_coordinates(const ConstMatrixRef& X, const ConstVectorRef& z) const {
  const Index dimension = observations().dimension;
  if (shares_distances_ && (z.array() == 0.0).all()) return {};
  LaneArray coordinates = LaneArray::scratch(X.cols() * dimension, width());
  if (shares_distances_) {
    const double sigma_h = surrogate_->latent->sigma_h_levels().front();
    for (Index e = 0; e < coordinates.num_entries(); ++e)
      std::fill_n(coordinates.entry(e), width(), sigma_h * z[e % dimension]);
    return coordinates;
  }
  Matrix W(X.rows(), X.cols());
  Matrix Z(dimension, X.cols());
  for (int w = 0; w < width(); ++w) {
    const Index s = std::min<Index>(w, num_draws() - 1);
    if (s == w) {
      surrogate_->warp->apply(slice_of(unknowns(s), layout_.warp), X, W);
      surrogate_->latent->embed_new(slice_of(unknowns(s), layout_.level_label), W, z, Z);
    }
    for (Index c = 0; c < X.cols(); ++c)
      for (Index p = 0; p < dimension; ++p)
        coordinates.at(c * dimension + p, w) = Z(p, c) / lengthscales_(p, s);
  }
  return coordinates;
}

// mean = kᵀ·α + m and variance = a − |M·k|².
void ConditionedLanes::write_moments(const PredictionPoints::Tile& tile, const LaneArray& weighted_sums,
                                     const LaneArray& squared_norms, MomentsRef& mean,
                                     MomentsRef& variance) const {
  for (Index c = 0; c < tile.count; ++c)
    for (int w = 0; w < num_draws(); ++w) {
      const double prior_variance = amplitude_.at(0, w);
      mean(w, tile.first + c) = weighted_sums.at(c, w) + mean_[w];
      variance(w, tile.first + c) =
          std::max(prior_variance - squared_norms.at(c, w), relative_variance_floor * prior_variance);
    }
}

void ConditionedLanes::predict(const PredictionPoints& points, Index first_tile, Index end_tile,
                               const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const {
  const Index N = inputs_->cols();
  LaneArray k = LaneArray::scratch(N * PredictionPoints::tile_columns, width());
  LaneArray weighted_sums = LaneArray::scratch(PredictionPoints::tile_columns, width());
  LaneArray squared_norms = LaneArray::scratch(PredictionPoints::tile_columns, width());
  for (Index t = first_tile; t < end_tile; ++t) {
    throw_if_stopped();
    const PredictionPoints::Tile tile = points.tile(t);
    const Others others = others_at(points.X().middleCols(tile.first, tile.count), z);
    cross(observations(), tile.count, tile.squared_distances, others.view(), k.data());
    kernels_->weighted_sums(N, alpha_.data(), tile.count, k.data(), weighted_sums.data());
    kernels_->squared_norms(N, inverse_factor_.data(), tile.count, k.data(), squared_norms.data());
    write_moments(tile, weighted_sums, squared_norms, mean, variance);
  }
}

Matrix ConditionedLanes::precision() const {
  throw_if_stopped();
  const Index N = inputs_->cols();
  Matrix result = Matrix::Zero(num_draws(), N);
  for (Index i = 0; i < N; ++i)
    for (Index n = 0; n <= i; ++n)
      for (int w = 0; w < num_draws(); ++w) {
        const double entry = inverse_factor_.at(packed_index(i, n), w);
        result(w, n) += entry * entry;
      }
  return result;
}

ObservationTerms ConditionedLanes::observation_terms() const {
  const Index N = inputs_->cols();
  const Index num_observations = noise_variance_.cols();  // behind them stand fantasies, made at h* = 0
  ObservationTerms terms{Matrix(num_draws(), N), precision(), Matrix(num_draws(), N),
                         Matrix::Zero(num_draws(), N)};
  for (int w = 0; w < num_draws(); ++w) {
    terms.alpha.row(w) = alpha_.lane(w).head(N).transpose();
    terms.noise_variance.row(w).setConstant(relative_fantasy_variance * amplitude_.at(0, w));
    terms.noise_variance.row(w).head(num_observations) = noise_variance_.row(w);
    terms.latent_distance.row(w).head(num_observations) =
        latent_distances(*surrogate_, layout_, unknowns(w), {inputs_->rows(), num_observations}).transpose();
  }
  return terms;
}

// As for one draw (conditioned_gp.cpp).
void ConditionedLanes::leave_one_out(const ConstVectorRef& z, MomentsRef mean, MomentsRef variance) const {
  const Index N = inputs_->cols();
  const PredictionPoints points(*inputs_, *inputs_);
  const Matrix diagonal = precision();
  LaneArray k = LaneArray::scratch(N * PredictionPoints::tile_columns, width());
  LaneArray solution = LaneArray::scratch(N * PredictionPoints::tile_columns, width());
  LaneArray weighted_sums = LaneArray::scratch(PredictionPoints::tile_columns, width());
  LaneArray squared_norms = LaneArray::scratch(PredictionPoints::tile_columns, width());
  for (Index t = 0; t < points.num_tiles(); ++t) {
    throw_if_stopped();
    const PredictionPoints::Tile tile = points.tile(t);
    const Others others = others_at(points.X().middleCols(tile.first, tile.count), z);
    cross(observations(), tile.count, tile.squared_distances, others.view(), k.data());
    kernels_->weighted_sums(N, alpha_.data(), tile.count, k.data(), weighted_sums.data());
    kernels_->multiply_gram(N, inverse_factor_.data(), tile.count, k.data(), solution.data(),
                            squared_norms.data());
    for (Index c = 0; c < tile.count; ++c)
      for (int w = 0; w < num_draws(); ++w) {
        const Index n = tile.first + c;
        const double q = solution.at(n * tile.count + c, w);
        const double own = q / diagonal(w, n);  // what it owes to observation n
        weighted_sums.at(c, w) -= own * alpha_.at(n, w);
        squared_norms.at(c, w) -= own * q;
      }
    write_moments(tile, weighted_sums, squared_norms, mean, variance);
  }
}

// Keeps the slopes of k in the squared distances (without main effects) and C⁻¹·k, tile by tile as the points
// are.
class ConditionedLanes::Record final : public PredictionRecord {
 public:
  explicit Record(const ConditionedLanes& group)
      : group_(group),
        k_(LaneArray::scratch(group.inputs_->cols() * PredictionPoints::tile_columns, group.width())),
        weighted_sums_(PredictionPoints::tile_columns, group.width()),
        squared_norms_(PredictionPoints::tile_columns, group.width()) {}

  void predict(const PredictionPoints& points, const ConstVectorRef& z, MomentsRef mean,
               MomentsRef variance) override {
    const Index N = group_.inputs_->cols();
    points_ = &points;
    if (slopes_.num_entries() < N * points.size())
      for (LaneArray* kept : {&slopes_, &solution_})
        *kept = LaneArray::scratch(N * points.size(), group_.width());
    others_.resize(static_cast<std::size_t>(points.num_tiles()));
    for (Index t = 0; t < points.num_tiles(); ++t) {
      throw_if_stopped();
      const PredictionPoints::Tile tile = points.tile(t);
      Others& others = others_[static_cast<std::size_t>(t)];
      others = group_.others_at(points.X().middleCols(tile.first, tile.count), z);
      if (group_.effect_ends_.empty())
        group_.matern_->cross_and_slopes(group_.observations(), tile.count,
                                         group_.shares_distances_ ? tile.squared_distances : nullptr,
                                         others.own.data(), k_.data(), slopes_.entry(N * tile.first));
      else  // their slopes are found again when they are needed: there is one per group
        group_.cross(group_.observations(), tile.count, nullptr, others.view(), k_.data());
      group_.kernels_->weighted_sums(N, group_.alpha_.data(), tile.count, k_.data(), weighted_sums_.data());
      group_.kernels_->multiply_gram(N, group_.inverse_factor_.data(), tile.count, k_.data(),
                                     solution_.entry(N * tile.first), squared_norms_.data());
      group_.write_moments(tile, weighted_sums_, squared_norms_, mean, variance);
      forget_floored_variances(tile, variance);
    }
  }

  void pull_back(const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                 MatrixRef d_X) const override {
    for (Index t = 0; t < points_->num_tiles(); ++t)
      if (group_.shares_distances_)
        pull_back_shared(points_->tile(t), d_mean, d_variance, d_X);
      else if (!group_.effect_ends_.empty())
        pull_back_effects(t, d_mean, d_variance, d_X);
      else
        pull_back_own(t, d_mean, d_variance, d_X);
  }

 private:
  // Where the floor holds, the variance does not depend on x.
  void forget_floored_variances(const PredictionPoints::Tile& tile, const MomentsRef& variance) {
    const Index N = group_.inputs_->cols();
    for (Index c = 0; c < tile.count; ++c)
      for (int w = 0; w < group_.num_draws(); ++w)
        if (variance(w, tile.first + c) > group_.amplitude_.at(0, w) - squared_norms_.at(c, w))
          for (Index n = 0; n < N; ++n) solution_.at(N * tile.first + n * tile.count + c, w) = 0.0;
  }

  // With v_n the derivative in the squared distance from observation n: d_x = 2·Σ_n v_n·(x − x_n).
  void pull_back_shared(const PredictionPoints::Tile& tile, const ConstMomentsRef& d_mean,
                        const ConstMomentsRef& d_variance, MatrixRef& d_X) const {
    const Index N = group_.inputs_->cols();
    LaneArray lanes_of_d_mean(tile.count, group_.width());
    LaneArray lanes_of_d_variance(tile.count, group_.width());
    for (Index c = 0; c < tile.count; ++c)
      for (int w = 0; w < group_.num_draws(); ++w) {
        lanes_of_d_mean.at(c, w) = d_mean(w, tile.first + c);
        lanes_of_d_variance.at(c, w) = d_variance(w, tile.first + c);
      }
    Matrix V(tile.count, N);
    group_.matern_->contract_cross(N, tile.count, slopes_.entry(N * tile.first), group_.alpha_.data(),
                                   solution_.entry(N * tile.first), lanes_of_d_mean.data(),
                                   lanes_of_d_variance.data(), V.data());
    auto d_tile = d_X.middleCols(tile.first, tile.count);
    d_tile.noalias() +=
        2.0 * points_->X().middleCols(tile.first, tile.count) * V.rowwise().sum().asDiagonal();
    d_tile.noalias() -= 2.0 * *group_.inputs_ * V.transpose();
  }

  // The same in each lane's own coordinates.
  void pull_back_own(Index t, const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                     MatrixRef& d_X) const {
    const PredictionPoints::Tile tile = points_->tile(t);
    const LaneArray& others = others_[static_cast<std::size_t>(t)].own;
    const Index N = group_.inputs_->cols();
    const Index P = group_.lengthscales_.rows();
    for (Index c = 0; c < tile.count; ++c)
      for (int w = 0; w < group_.num_draws(); ++w) {
        Vector d_own = Vector::Zero(P);
        for (Index n = 0; n < N; ++n) {
          const Index e = N * tile.first + n * tile.count + c;
          const double v = slopes_.at(e, w) * (group_.alpha_.at(n, w) * d_mean(w, tile.first + c) -
                                               2.0 * solution_.at(e, w) * d_variance(w, tile.first + c));
          for (Index p = 0; p < P; ++p)
            d_own[p] += 2.0 * v * (others.at(c * P + p, w) - group_.own_.at(n * P + p, w));
        }
        add_to_input(d_own, w, tile.first + c, d_X);
      }
  }

  // With main effects the slope differs from coordinate to coordinate.
  void pull_back_effects(Index t, const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                         MatrixRef& d_X) const {
    const PredictionPoints::Tile tile = points_->tile(t);
    const Others& others = others_[static_cast<std::size_t>(t)];
    const Index N = group_.inputs_->cols();
    const Index P = group_.lengthscales_.rows();
    LaneArray d_k(N * tile.count, group_.width());
    for (Index n = 0; n < N; ++n)
      for (Index c = 0; c < tile.count; ++c)
        for (int w = 0; w < group_.num_draws(); ++w) {
          const Index e = n * tile.count + c;
          d_k.at(e, w) = group_.alpha_.at(n, w) * d_mean(w, tile.first + c) -
                         2.0 * solution_.at(N * tile.first + e, w) * d_variance(w, tile.first + c);
        }
    LaneArray d_others = LaneArray::scratch(P * tile.count, group_.width());
    group_.main_effects_->cross_pull_back(group_.observations(), group_.effects(), group_.decays_.view(),
                                          tile.count, others.view(), d_k.data(), d_others.data());
    Vector d_own(P);
    for (Index c = 0; c < tile.count; ++c)
      for (int w = 0; w < group_.num_draws(); ++w) {
        for (Index p = 0; p < P; ++p) d_own[p] = d_others.at(c * P + p, w);
        add_to_input(d_own, w, tile.first + c, d_X);
      }
  }

  // From a lane's own coordinates through scaling, latent input and warp. The input coordinates come first
  // for every latent input.
  void add_to_input(const Vector& d_own, int w, Index column, MatrixRef& d_X) const {
    Vector d_x = (d_own.array() / group_.lengthscales_.col(w).array()).head(d_X.rows());
    group_.surrogate_->warp->pull_back_input(slice_of(group_.unknowns(w), group_.layout_.warp),
                                             points_->X().col(column), d_x);
    d_X.col(column) += d_x;
  }

  const ConditionedLanes& group_;
  const PredictionPoints* points_ = nullptr;
  LaneArray k_, weighted_sums_, squared_norms_;  // of one tile
  LaneArray slopes_, solution_;
  std::vector<Others> others_;  // per tile
};

std::unique_ptr<PredictionRecord> ConditionedLanes::make_record() const {
  return std::make_unique<Record>(*this);
}

LaneOthers ConditionedLanes::point_as_other(Index n) const {
  return {own_.entry(n * observations().dimension), decays_.view(n * std::ssize(effect_ends_))};
}

void ConditionedLanes::make_room(Index num_points) {
  const auto grow = [this](LaneArray& array, Index num_entries) {
    LaneArray larger = LaneArray::scratch(num_entries, width());
    std::copy_n(array.data(), array.size(), larger.data());
    array = std::move(larger);
  };
  const Index dimension = observations().dimension;
  grow(inverse_factor_, packed_size(num_points));
  grow(alpha_, num_points);
  grow(own_, num_points * dimension);
}

// As for one draw (conditioned_gp.cpp), with M = L⁻¹ in the place of L: it grows by the row (−C⁻¹·k, 1)/s.
DrawGroupPtr ConditionedLanes::with_fantasies(std::shared_ptr<const Matrix> inputs,
                                              const ConstMatrixRef& normals, MatrixRef values) const {
  const Index N = inputs_->cols();
  const Index N_grown = inputs->cols();
  const Index dimension = observations().dimension;
  const auto new_inputs = inputs->rightCols(N_grown - N);
  const LaneArray coordinates = new_coordinates(new_inputs, Vector::Zero(latent_dimension()));

  const std::shared_ptr<ConditionedLanes> grown(new ConditionedLanes(*this));
  grown->make_room(N_grown);
  grown->inputs_ = inputs;
  for (Index e = 0; e < (N_grown - N) * dimension; ++e)
    for (int w = 0; w < width(); ++w)
      grown->own_.at(N * dimension + e, w) = coordinates.num_entries() > 0 ? coordinates.at(e, w) : 0.0;
  grown->decays_ = grown->decays_of(grown->own_);

  LaneArray k = LaneArray::scratch(N_grown, width());
  LaneArray solution = LaneArray::scratch(N_grown, width());
  LaneArray weighted_sum(1, width());
  LaneArray squared_norm(1, width());
  for (Index n = N; n < N_grown; ++n) {
    throw_if_stopped();
    LanePoints before = observations();
    before.num_points = n;
    before.own = grown->own_.data();
    const Vector squared_distances =
        (inputs->leftCols(n).colwise() - inputs->col(n)).colwise().squaredNorm().transpose();
    grown->cross(before, 1, squared_distances.data(), grown->point_as_other(n), k.data());
    kernels_->weighted_sums(n, grown->alpha_.data(), 1, k.data(), weighted_sum.data());
    kernels_->multiply_gram(n, grown->inverse_factor_.data(), 1, k.data(), solution.data(),
                            squared_norm.data());
    for (int w = 0; w < width(); ++w) {
      const Index s = std::min<Index>(w, num_draws() - 1);
      const double prior_variance = amplitude_.at(0, w);
      const double variance =
          std::max(prior_variance - squared_norm.at(0, w), relative_variance_floor * prior_variance);
      const double sd = std::sqrt(variance + relative_fantasy_variance * prior_variance);
      const double normal = normals(s, n - N);
      for (Index i = 0; i < n; ++i) {
        const double entry = -solution.at(i, w) / sd;
        grown->inverse_factor_.at(packed_index(n, i), w) = entry;
        grown->alpha_.at(i, w) += normal * entry;
      }
      grown->inverse_factor_.at(packed_index(n, n), w) = 1.0 / sd;
      grown->alpha_.at(n, w) = normal / sd;
      if (s == w) values(s, n - N) = weighted_sum.at(0, w) + mean_[s] + sd * normal;
    }
  }
  return grown;
}

}  // namespace craggy
