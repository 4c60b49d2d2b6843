#include "surrogates/lane_density.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Whether the inputs that the kernel sees are the same in all lanes, but for latents next to them.
bool distances_are_shared(const Surrogate& surrogate, const Shape& shape) {
  const Index D = surrogate.latent->latent_dimension(shape.num_inputs);
  return surrogate.covariance->single_matern()->count(shape.num_inputs) == 1 &&
         surrogate.covariance->main_effects(shape.num_inputs).empty() &&
         surrogate.warp->blocks(shape).empty() &&
         surrogate.latent->num_coordinates(shape.num_inputs) == shape.num_inputs + D;
}

Vector packed_squared_distances(const Matrix& X) {
  Vector squared(packed_size(X.cols()));
  for (Index i = 0; i < X.cols(); ++i)
    for (Index j = 0; j <= i; ++j) squared[packed_index(i, j)] = (X.col(i) - X.col(j)).squaredNorm();
  return squared;
}

LaneGp make_gp(const Surrogate& surrogate, const Dataset& data, SimdLevel level) {
  const Shape shape{data.num_inputs(), data.size()};
  if (!distances_are_shared(surrogate, shape))
    return {data.size(), surrogate.latent->num_coordinates(shape.num_inputs), Vector{},
            surrogate.covariance->main_effects(shape.num_inputs), level};
  return {data.size(),
          surrogate.latent->latent_dimension(shape.num_inputs),
          packed_squared_distances(data.X),
          {},
          level};
}

}  // namespace

bool LaneDensity::supports(const Surrogate& surrogate, const Shape& shape) {
  return surrogate.covariance->single_matern() != nullptr && surrogate.layout(shape).num_labels() == 0;
}

LaneDensity::LaneDensity(std::shared_ptr<const Surrogate> surrogate, std::shared_ptr<const Dataset> data,
                         double jitter, SimdLevel level)
    : surrogate_(std::move(surrogate)),
      data_(std::move(data)),
      jitter_(jitter),
      kernels_(&lane_kernels(level)),
      gp_(make_gp(*surrogate_, *data_, level)) {
  const Shape shape{data_->num_inputs(), data_->size()};
  const Index Q = shape.num_inputs;
  const Index N = shape.num_observations;
  const Index P = surrogate_->latent->num_coordinates(Q);
  layout_ = surrogate_->layout(shape);
  const ParameterBlocks covariance_blocks = surrogate_->covariance->blocks(shape);
  lengthscale_prior_ = covariance_blocks.front().prior;
  // Behind the lengthscales stand the share of the main effects and the amplitude, where there are any.
  const Lengthscales& lengthscales = *surrogate_->covariance->single_matern();
  share_position_ = lengthscales.count(Q);
  std::size_t next = lengthscales.blocks(shape).size();
  if (!surrogate_->covariance->main_effects(Q).empty()) share_prior_ = covariance_blocks[next++].prior;
  if (next < covariance_blocks.size()) amplitude_prior_ = covariance_blocks[next].prior;
  latent_dimension_ = surrogate_->latent->latent_dimension(Q);
  shares_distances_ = distances_are_shared(*surrogate_, shape);
  has_sites_ = shares_distances_ && latent_dimension_ > 0;
  if (latent_dimension_ > 0) sigma_h_ = surrogate_->latent->sigma_h_levels().front();

  prior_gradient_ = LaneArray(size(), width());
  squares_ = LaneArray(1, width());
  Index position = 0;
  for (const ParameterBlock& block : surrogate_->blocks(shape)) {
    for (Index e = position; e < position + block.count; ++e)
      if (e < layout_.latent.begin || e >= layout_.latent.begin + layout_.latent.size)
        other_priors_.emplace_back(block.prior, e);
    position += block.count;
  }
  places_ = LaneArray(LaneGp::max_candidates * gp_.own_dimension(), width());
  u_.resize(size());
  d_u_.resize(size());
  variances_.resize(N);
  d_variances_.resize(N);
  W_.resize(Q, N);
  d_W_.resize(Q, N);
  Z_.resize(P, N);
  d_Z_.resize(P, N);
  if (layout_.noise.size == 0) diagonal_variances(*surrogate_, layout_, u_, jitter_, variances_);
  for (int w = 0; w < width(); ++w)
    for (Index n = 0; n < N; ++n) {
      if (layout_.noise.size == 0) gp_.variances.at(n, w) = variances_[n];
      gp_.residual.at(n, w) = data_->y[n];
    }
}

double LaneDensity::site_distance(Index a, Index b) const {
  return (data_->X.col(a) - data_->X.col(b)).norm() / sigma_h_;
}

void LaneDensity::set(const LaneArray& u) {
  for (int w = 0; w < width(); ++w) set_lane(u, w);
  if (!has_sites_) return;
  const double* z = u.entry(layout_.latent.begin);
  double* h = gp_.own.data();
  for (Index e = 0; e < gp_.own.size(); ++e) h[e] = sigma_h_ * z[e];
}

void LaneDensity::set_lane(const LaneArray& u, int w) {
  read_lane(u, w);
  const auto u_covariance = slice_of(u_, layout_.covariance);
  gp_.amplitude.at(0, w) = surrogate_->covariance->predicted_variance(u_covariance);
  if (share_prior_) gp_.share.at(0, w) = share_prior_->constrain(u_covariance[share_position_]).value;
  if (layout_.mean.size > 0) {
    const double mean = surrogate_->mean.value(slice_of(u_, layout_.mean));
    for (Index n = 0; n < data_->size(); ++n) gp_.residual.at(n, w) = data_->y[n] - mean;
  }
  if (layout_.noise.size > 0) {
    diagonal_variances(*surrogate_, layout_, u_, jitter_, variances_);
    for (Index n = 0; n < data_->size(); ++n) gp_.variances.at(n, w) = variances_[n];
  }
  if (shares_distances_) {
    const double l = lengthscale_prior_->constrain(u_covariance[0]).value;
    gp_.scale.at(0, w) = 1.0 / (l * l);
    return;
  }
  surrogate_->warp->apply(slice_of(u_, layout_.warp), data_->X, W_);
  surrogate_->latent->embed(slice_of(u_, layout_.latent), slice_of(u_, layout_.level_label), W_, Z_);
  lengthscales_ =
      surrogate_->covariance->single_matern()->expand(u_covariance, data_->num_inputs(), Z_.rows());
  for (Index n = 0; n < Z_.cols(); ++n)
    for (Index p = 0; p < Z_.rows(); ++p) gp_.own.at(n * Z_.rows() + p, w) = Z_(p, n) / lengthscales_[p];
  gp_.scale.at(0, w) = 1.0;
}

// The unknowns of one lane; where the latents go their own way, they are left out.
void LaneDensity::read_lane(const LaneArray& u, int w) {
  for (Index e = 0; e < size(); ++e)
    if (!has_sites_ || e < layout_.latent.begin || e >= layout_.latent.begin + layout_.latent.size)
      u_[e] = u.at(e, w);
}

void LaneDensity::add_log_prior(const LaneArray& u, double* values) {
  // Latents are most of the unknowns and all standard normal.
  const Index end = layout_.latent.begin + layout_.latent.size;
  squares_.fill(0.0);
  for (Index e = layout_.latent.begin; e < end; ++e) {
    const double* z = u.entry(e);
    for (int w = 0; w < width(); ++w) {
      squares_.at(0, w) += z[w] * z[w];
      prior_gradient_.at(e, w) = -z[w];
    }
  }
  const double constant = -0.5 * static_cast<double>(layout_.latent.size) * std::log(2.0 * std::numbers::pi);
  for (int w = 0; w < width(); ++w) {
    double total = constant - 0.5 * squares_.at(0, w);
    for (const auto& [prior, e] : other_priors_) {
      const ValueAndDerivative term = prior->log_density(u.at(e, w));
      total += term.value;
      prior_gradient_.at(e, w) = term.derivative;
    }
    values[w] += total;
    if (!std::isfinite(values[w])) values[w] = minus_infinity;
  }
}

void LaneDensity::value(const LaneArray& u, double* values) {
  set(u);
  gp_.log_likelihood(values);
  add_log_prior(u, values);
}

void LaneDensity::evaluate(const LaneArray& u, LaneArray& gradient, double* values) {
  set(u);
  gp_.log_likelihood_and_gradient(values);
  add_log_prior(u, values);
  gradient.copy_from(prior_gradient_);
  if (has_sites_) {
    const double* d_h = gp_.d_own().data();
    double* d_z = gradient.entry(layout_.latent.begin);
    for (Index e = 0; e < gp_.own.size(); ++e) d_z[e] += sigma_h_ * d_h[e];
  }
  for (int w = 0; w < width(); ++w) {
    pull_back_lane(u, w, gradient);
    bool finite = values[w] > minus_infinity;
    for (Index e = 0; finite && e < size(); ++e) finite = std::isfinite(gradient.at(e, w));
    if (finite) continue;
    values[w] = minus_infinity;
    for (Index e = 0; e < size(); ++e) gradient.at(e, w) = 0.0;
  }
}

void LaneDensity::pull_back_lane(const LaneArray& u, int w, LaneArray& gradient) {
  const Index N = data_->size();
  read_lane(u, w);
  d_u_.setZero();
  const auto u_covariance = slice_of(u_, layout_.covariance);
  auto d_covariance = slice_of(d_u_, layout_.covariance);
  if (amplitude_prior_)
    d_covariance[d_covariance.size() - 1] +=
        gp_.d_amplitude().at(0, w) *
        amplitude_prior_->constrain(u_covariance[u_covariance.size() - 1]).derivative;
  if (share_prior_)
    d_covariance[share_position_] +=
        gp_.d_share().at(0, w) * share_prior_->constrain(u_covariance[share_position_]).derivative;
  if (layout_.noise.size > 0) {
    for (Index n = 0; n < N; ++n) d_variances_[n] = gp_.d_variances().at(n, w);
    surrogate_->noise->pull_back(slice_of(u_, layout_.noise), slice_of(u_, layout_.noise_labels),
                                 d_variances_, slice_of(d_u_, layout_.noise));
  }
  if (layout_.mean.size > 0) {
    double sum = 0.0;
    for (Index n = 0; n < N; ++n) sum -= gp_.d_residual().at(n, w);
    surrogate_->mean.pull_back(slice_of(u_, layout_.mean), sum, slice_of(d_u_, layout_.mean));
  }
  if (shares_distances_) {
    const ValueAndDerivative l = lengthscale_prior_->constrain(u_covariance[0]);
    d_covariance[0] += gp_.d_log_lengthscale().at(0, w) * l.derivative / l.value;
  } else {
    // The own coordinates are z_p/l_p: dL/dz_p = dL/down_p / l_p and dL/d log l_p = −Σ own_p·dL/down_p.
    const Index P = Z_.rows();
    lengthscales_ = surrogate_->covariance->single_matern()->expand(u_covariance, data_->num_inputs(), P);
    Vector d_log_lengthscales = Vector::Zero(P);
    for (Index n = 0; n < N; ++n)
      for (Index p = 0; p < P; ++p) {
        const double d_own = gp_.d_own().at(n * P + p, w);
        d_Z_(p, n) = d_own / lengthscales_[p];
        d_log_lengthscales[p] -= gp_.own.at(n * P + p, w) * d_own;
      }
    surrogate_->covariance->single_matern()->pull_back(u_covariance, data_->num_inputs(), d_log_lengthscales,
                                                       d_covariance);
    surrogate_->latent->pull_back(slice_of(u_, layout_.level_label), d_Z_, slice_of(d_u_, layout_.latent),
                                  d_W_);
    surrogate_->warp->pull_back_parameters(slice_of(u_, layout_.warp), data_->X, d_W_,
                                           slice_of(d_u_, layout_.warp));
  }
  for (Index e = 0; e < size(); ++e)
    if (d_u_[e] != 0.0) gradient.at(e, w) += d_u_[e];
}

const LaneGp& LaneDensity::condition(const LaneArray& u, double* log_likelihoods) {
  set(u);
  gp_.condition(log_likelihoods);
  return gp_;
}

void LaneDensity::begin_sweep(const LaneArray& u) {
  set(u);
  gp_.begin_sweep(squares_.data());
}

void LaneDensity::weigh(Index site, Index m, const LaneArray& candidates, LaneArray& log_likelihoods) {
  const double* z = candidates.data();
  double* h = places_.data();
  for (Index e = 0; e < m * latent_dimension_ * width(); ++e) h[e] = sigma_h_ * z[e];
  gp_.weigh(site, m, places_, log_likelihoods);
}

void LaneDensity::commit(Index site, const Index* picks) { gp_.commit(site, picks); }

}  // namespace craggy
