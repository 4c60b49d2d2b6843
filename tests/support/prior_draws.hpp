// Conditioned GPs without a sampler: unknowns drawn from the prior of a named surrogate, on a made-up data
// set.
#pragma once

#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include <craggy/posterior/posterior.hpp>
#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "posterior/condition_draws.hpp"
#include "posterior/conditioned_gp.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy::testing {

inline Matrix uniform_points(Index num_inputs, Index count, RandomStream& stream) {
  Matrix X(num_inputs, count);
  for (double& x : X.reshaped()) x = stream.uniform();
  return X;
}

/// Uniform points; a bowl with ripples, on a raw scale that is not the standardised one.
inline std::shared_ptr<const Dataset> rippled_bowl(Index num_inputs, Index num_observations,
                                                   std::uint64_t seed = 1) {
  RandomStream stream(seed);
  const Matrix X = uniform_points(num_inputs, num_observations, stream);
  Vector y(num_observations);
  for (Index n = 0; n < num_observations; ++n)
    y[n] = 3.0 + 5.0 * (X.col(n).array() - 0.4).square().sum() + std::sin(25.0 * X.col(n).sum());
  return std::make_shared<const Dataset>(make_dataset(X, y));
}

inline std::shared_ptr<const Surrogate> surrogate_with(std::string_view name, double sigma_h,
                                                       Index latent_dimension = 1) {
  SurrogateOptions options;
  options.sigma_h = {sigma_h};
  options.latent_dimension = latent_dimension;
  return make_surrogate(name, options);
}

inline std::vector<ConditionedGp> prior_draws(const std::shared_ptr<const Surrogate>& surrogate,
                                              const std::shared_ptr<const Dataset>& data, std::size_t count,
                                              RandomStream& stream, double jitter = 1e-6) {
  std::vector<ConditionedGp> draws;
  while (draws.size() < count)
    if (auto draw = ConditionedGp::make(surrogate, data, jitter,
                                        surrogate->sample_prior(stream, {data->num_inputs(), data->size()})))
      draws.push_back(*std::move(draw));
  return draws;
}

struct PredictedMoments {
  Vector mean;
  Vector variance;
};
inline PredictedMoments predict_at(const ConditionedGp& gp, const ConstMatrixRef& X,
                                   const ConstVectorRef& z) {
  PredictedMoments moments{Vector(X.cols()), Vector(X.cols())};
  gp.predict(X, z, moments.mean, moments.variance);
  return moments;
}

inline std::vector<Vector> unknowns_of(const std::vector<ConditionedGp>& draws) {
  std::vector<Vector> unknowns;
  unknowns.reserve(draws.size());
  for (const ConditionedGp& draw : draws) unknowns.push_back(draw.unknowns());
  return unknowns;
}

/// In the groups that a fit would make of the draws.
inline Posterior prior_posterior(std::string_view name, const std::shared_ptr<const Dataset>& data,
                                 std::size_t count, NewLatent new_latent = NewLatent::collapsed,
                                 double sigma_h = 0.1, Index latent_dimension = 1) {
  RandomStream stream(11);
  constexpr double jitter = 1e-6;
  const auto surrogate = surrogate_with(name, sigma_h, latent_dimension);
  return {
      condition_draws(surrogate, data, jitter,
                      unknowns_of(prior_draws(surrogate, data, count, stream, jitter)), default_simd_level()),
      data->standardisation, new_latent};
}

}  // namespace craggy::testing
