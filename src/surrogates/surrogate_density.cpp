#include "surrogates/surrogate_density.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/cancellation.hpp"

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

}  // namespace

SurrogateDensity::SurrogateDensity(std::shared_ptr<const Surrogate> surrogate,
                                   std::shared_ptr<const Dataset> data, double jitter)
    : surrogate_(std::move(surrogate)), data_(std::move(data)), jitter_(jitter) {
  const Shape shape{data_->num_inputs(), data_->size()};
  layout_ = surrogate_->layout(shape);
  blocks_ = surrogate_->blocks(shape);
  const Index N = shape.num_observations;
  const Index P = surrogate_->latent->num_coordinates(shape.num_inputs);
  W_.resize(shape.num_inputs, N);
  d_W_.resize(shape.num_inputs, N);
  Z_.resize(P, N);
  d_Z_.resize(P, N);
  K_.resize(N, N);
  C_.resize(N, N);
  G_.resize(N, N);
  diagonal_.resize(N);
  gradient_.resize(layout_.num_parameters());
}

bool SurrogateDensity::condition(const Vector& u) {
  surrogate_->warp->apply(slice_of(u, layout_.warp), data_->X, W_);
  surrogate_->latent->embed(slice_of(u, layout_.latent), slice_of(u, layout_.level_label), W_, Z_);
  surrogate_->covariance->matrix(slice_of(u, layout_.covariance), data_->num_inputs(), Z_, K_);
  diagonal_variances(*surrogate_, layout_, u, jitter_, diagonal_);
  C_ = K_;
  C_.diagonal() += diagonal_;
  if (!cholesky_.factorise(C_)) {
    ++num_failures_;
    return false;
  }
  residual_ = data_->y.array() - surrogate_->mean.value(slice_of(u, layout_.mean));
  alpha_ = residual_;
  cholesky_.solve_in_place(alpha_);
  return true;
}

double SurrogateDensity::log_likelihood() const {
  const double log_two_pi = std::log(2.0 * std::numbers::pi);
  return -0.5 * residual_.dot(alpha_) - 0.5 * cholesky_.log_determinant() -
         0.5 * static_cast<double>(data_->size()) * log_two_pi;
}

double SurrogateDensity::log_prior(const Vector& u) {
  gradient_.setZero();
  double total = add_log_prior(blocks_, u.head(layout_.num_parameters()), gradient_);
  if (layout_.noise_labels.size > 0)
    total += surrogate_->noise->add_log_prior_of_labels(
        slice_of(u, layout_.noise), slice_of(u, layout_.noise_labels), slice_of(gradient_, layout_.noise));
  if (layout_.level_label.size > 0)
    total -= std::log(static_cast<double>(surrogate_->latent->sigma_h_levels().size()));
  return total;
}

double SurrogateDensity::value(const Vector& u) {
  const double prior = log_prior(u);
  if (!std::isfinite(prior) || !condition(u)) return minus_infinity;
  const double total = log_likelihood() + prior;
  return std::isfinite(total) ? total : minus_infinity;
}

double SurrogateDensity::evaluate(const Vector& u, Vector& gradient) {
  const double total = value(u);
  if (total == minus_infinity) return minus_infinity;

  // dL/dC = ½·(α·αᵀ − C⁻¹), the derivative of the log likelihood in the covariance matrix.
  cholesky_.inverse(inverse_);
  G_.noalias() = 0.5 * alpha_ * alpha_.transpose();
  G_ -= 0.5 * inverse_;

  surrogate_->mean.pull_back(slice_of(u, layout_.mean), alpha_.sum(), slice_of(gradient_, layout_.mean));
  surrogate_->noise->pull_back(slice_of(u, layout_.noise), slice_of(u, layout_.noise_labels), G_.diagonal(),
                               slice_of(gradient_, layout_.noise));
  surrogate_->covariance->pull_back(slice_of(u, layout_.covariance), data_->num_inputs(), Z_, K_, G_,
                                    slice_of(gradient_, layout_.covariance), d_Z_);
  surrogate_->latent->pull_back(slice_of(u, layout_.level_label), d_Z_, slice_of(gradient_, layout_.latent),
                                d_W_);
  surrogate_->warp->pull_back_parameters(slice_of(u, layout_.warp), data_->X, d_W_,
                                         slice_of(gradient_, layout_.warp));
  if (!gradient_.allFinite()) return minus_infinity;
  gradient = gradient_;
  return total;
}

void SurrogateDensity::begin_sweep(const Vector& u) {
  sweep_u_ = u;
  if (layout_.noise_labels.size == 0) return;
  choice_ = surrogate_->noise->label_choice(slice_of(u, layout_.noise));
  condition(u);
  cholesky_.inverse(inverse_);
}

void SurrogateDensity::label_log_weights(Index n, Vector& log_weights) {
  throw_if_stopped();
  if (is_level(n)) {
    // Each level is another covariance matrix. The prior of the level is uniform and that of z does not
    // depend on it.
    log_weights.resize(static_cast<Index>(surrogate_->latent->sigma_h_levels().size()));
    Vector u = sweep_u_;
    for (Index level = 0; level < log_weights.size(); ++level) {
      u[layout_.level_label.begin] = static_cast<double>(level);
      log_weights[level] = condition(u) ? log_likelihood() : minus_infinity;
    }
    return;
  }
  // Changing one diagonal entry of C by δ changes the log likelihood by −½·log(1 + δ·P_nn) + ½·δ·α_n²/(1 +
  // δ·P_nn), where P = C⁻¹ (matrix determinant lemma and Sherman–Morrison).
  const double current = choice_.variance[sweep_u_[layout_.noise_labels.begin + n] > 0.5 ? 1 : 0];
  const auto gain = [&](double variance) {
    const double delta = variance - current;
    const double factor = 1.0 + delta * inverse_(n, n);
    return -0.5 * std::log(factor) + 0.5 * delta * alpha_[n] * alpha_[n] / factor;
  };
  log_weights.resize(2);
  log_weights << gain(choice_.variance[0]), choice_.prior_log_odds + gain(choice_.variance[1]);
}

void SurrogateDensity::set_label(Index n, Index label, Vector& u) {
  const Index position = layout_.num_parameters() + n;
  const auto before = static_cast<Index>(sweep_u_[position]);
  u[position] = sweep_u_[position] = static_cast<double>(label);
  if (is_level(n) || label == before) return;
  const double delta =
      choice_.variance[static_cast<std::size_t>(label)] - choice_.variance[static_cast<std::size_t>(before)];
  const Vector column = inverse_.col(n);
  const double weight = delta / (1.0 + delta * column[n]);
  alpha_ -= weight * alpha_[n] * column;
  inverse_.noalias() -= weight * column * column.transpose();
}

}  // namespace craggy
