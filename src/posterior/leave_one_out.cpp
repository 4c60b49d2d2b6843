#include "posterior/leave_one_out.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/latent_nodes.hpp"

namespace craggy {
namespace {

// As many as a mixture of many draws needs; where one draw has to do it alone they are more.
constexpr Index nodes_of_one_latent = 8;

const double log_two_pi = std::log(2.0 * std::numbers::pi);

// A latent input that is not known has its prior.
LatentNodes nodes_of(const DrawGroup& group) {
  const Index dimension = group.latent_dimension();
  return dimension == 1 ? gauss_hermite(nodes_of_one_latent) : latent_quadrature(dimension);
}

// Where a group stands in the mixture: draw after draw, each with all its nodes.
struct Place {
  const DrawGroup* group;
  LatentNodes rule;
  Index first_component;
  Index first_draw;
};

// Without a latent input the textbook's formula, which also holds where f is not all that is observed.
void predict_group(const Place& place, const ConstVectorRef& y, LeaveOneOut& result) {
  const DrawGroup& group = *place.group;
  const Index S = group.num_draws();
  const ObservationTerms terms = group.observation_terms();
  if (group.latent_dimension() == 0) {
    result.mean.middleRows(place.first_component, S) =
        (-terms.alpha.cwiseQuotient(terms.precision)).rowwise() + y.transpose();
    result.variance.middleRows(place.first_component, S) = terms.precision.cwiseInverse();
    return;
  }
  const Index num_nodes = place.rule.weights.size();
  Matrix mean(S, y.size());
  Matrix variance(S, y.size());
  for (Index i = 0; i < num_nodes; ++i) {
    group.leave_one_out(place.rule.nodes.col(i), mean, variance);
    for (Index s = 0; s < S; ++s) {
      const Index c = place.first_component + s * num_nodes + i;
      result.mean.row(c) = mean.row(s);
      result.variance.row(c) = variance.row(s) + terms.noise_variance.row(s);
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
  std::vector<Place> places;
  Index C = 0;
  Index S = 0;
  for (const DrawGroupPtr& group : posterior.groups()) {
    places.push_back({group.get(), nodes_of(*group), C, S});
    C += group->num_draws() * places.back().rule.weights.size();
    S += group->num_draws();
  }
  LeaveOneOut result{Matrix(C, N), Matrix(C, N), Matrix(C, N), Vector(N), Vector(N)};
  parallel_for(pool, places.size(), [&](std::size_t g) { predict_group(places[g], y, result); });
  for (Index n = 0; n < N; ++n) {
    throw_if_stopped();
    const auto mean = result.mean.col(n);
    const auto variance = result.variance.col(n);
    Vector log_weights(S);
    for (const Place& place : places)
      for (Index s = 0; s < place.group->num_draws(); ++s) {
        const Index num_nodes = place.rule.weights.size();
        const Index c = place.first_component + s * num_nodes;
        log_weights[place.first_draw + s] = -log_density_of_mixture(
            y[n], mean.segment(c, num_nodes), variance.segment(c, num_nodes), place.rule.weights);
      }
    const Vector weights = truncated_weights(log_weights);
    result.effective_draws[n] = 1.0 / weights.squaredNorm();
    for (const Place& place : places)
      for (Index s = 0; s < place.group->num_draws(); ++s) {
        const Index num_nodes = place.rule.weights.size();
        result.weights.col(n).segment(place.first_component + s * num_nodes, num_nodes) =
            weights[place.first_draw + s] * place.rule.weights;
      }
    result.log_density[n] = log_density_of_mixture(y[n], mean, variance, result.weights.col(n));
  }
  return result;
}

}  // namespace craggy
