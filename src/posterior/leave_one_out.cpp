#include "posterior/leave_one_out.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/latent_nodes.hpp"

namespace craggy {
namespace {

const double log_two_pi = std::log(2.0 * std::numbers::pi);

LatentNodes nodes_of(const DrawGroup& group, NewLatent new_latent) {
  const Index dimension = group.latent_dimension();
  return new_latent == NewLatent::collapsed ? latent_mode(dimension) : latent_quadrature(dimension);
}

// Where a group stands among the components of the mixture, and among the draws.
struct Place {
  const DrawGroup* group;
  Index first_component;
  Index first_draw;
};

void predict_group(const Place& place, NewLatent new_latent, const ConstVectorRef& y, LeaveOneOut& result,
                   Matrix& log_weights) {
  const DrawGroup& group = *place.group;
  const Index S = group.num_draws();
  const Index N = y.size();
  const ObservationTerms terms = group.observation_terms();
  // −log N(y_n; y_n − α_n/p, 1/p).
  log_weights.middleRows(place.first_draw, S) =
      0.5 *
      (terms.alpha.array().square() / terms.precision.array() - terms.precision.array().log() + log_two_pi);
  if (group.latent_dimension() == 0) {
    result.mean.middleRows(place.first_component, S) =
        (-terms.alpha.cwiseQuotient(terms.precision)).rowwise() + y.transpose();
    result.variance.middleRows(place.first_component, S) = terms.precision.cwiseInverse();
    return;
  }
  const LatentNodes rule = nodes_of(group, new_latent);
  const Index stride = rule.weights.size();
  Matrix mean(S, N);
  Matrix variance(S, N);
  for (Index i = 0; i < stride; ++i) {
    group.leave_one_out(rule.nodes.col(i), mean, variance);
    for (Index s = 0; s < S; ++s) {
      result.mean.row(place.first_component + s * stride + i) = mean.row(s);
      result.variance.row(place.first_component + s * stride + i) =
          variance.row(s) + terms.noise_variance.row(s);
    }
  }
}

// From logs that are known up to a constant.
Vector truncated_weights(const ConstVectorRef& log_weights) {
  Vector weights = (log_weights.array() - log_weights.maxCoeff()).exp();
  const double largest = std::sqrt(static_cast<double>(weights.size())) * weights.mean();
  weights = weights.cwiseMin(largest);
  return weights / weights.sum();
}

double log_density_of_mixture(double y, const ConstVectorRef& mean, const ConstVectorRef& variance,
                              const ConstVectorRef& weights) {
  const Vector terms = weights.array().log() - 0.5 * (log_two_pi + variance.array().log() +
                                                      (y - mean.array()).square() / variance.array());
  const double largest = terms.maxCoeff();
  return largest + std::log((terms.array() - largest).exp().sum());
}

}  // namespace

LeaveOneOut leave_one_out(const Posterior& posterior, const ConstVectorRef& y, ThreadPool* pool) {
  const Index N = posterior.groups().front()->inputs().cols();
  check_size("the number of observations", static_cast<std::size_t>(y.size()), static_cast<std::size_t>(N));
  const Index C = posterior.num_components();
  std::vector<Place> places;
  Index component = 0;
  Index draw = 0;
  for (const DrawGroupPtr& group : posterior.groups()) {
    places.push_back({group.get(), component, draw});
    component += group->num_draws() * nodes_of(*group, posterior.new_latent()).weights.size();
    draw += group->num_draws();
  }
  LeaveOneOut result{Matrix(C, N), Matrix(C, N), Matrix(C, N), Vector(N), Vector(N)};
  Matrix log_weights(posterior.num_draws(), N);
  parallel_for(pool, places.size(), [&](std::size_t g) {
    predict_group(places[g], posterior.new_latent(), y, result, log_weights);
  });
  const std::vector<Index>& draws = posterior.draw_of_component();
  const auto S = static_cast<double>(posterior.num_draws());
  for (Index n = 0; n < N; ++n) {
    const Vector weights = truncated_weights(log_weights.col(n));
    result.effective_draws[n] = 1.0 / weights.squaredNorm();
    for (Index c = 0; c < C; ++c)
      result.weights(c, n) = S * posterior.weights()[c] * weights[draws[static_cast<std::size_t>(c)]];
    result.log_density[n] =
        log_density_of_mixture(y[n], result.mean.col(n), result.variance.col(n), result.weights.col(n));
  }
  return result;
}

}  // namespace craggy
