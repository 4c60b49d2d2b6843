#include "engine/global_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "engine/grown_warm_state.hpp"
#include "posterior/draw_group.hpp"
#include "posterior/neighbour_group.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

// "lengthscales=related" is where the metric of an active set is looked for.
constexpr const char* warm_name = "global homoscedastic lengthscales=related";

// Each costs as many small factorisations as there are points to predict.
constexpr Index num_global_draws = 8;
constexpr Index num_neighbours = 32;

// In standard deviations of the active set, which may know nothing of values that are absurdly far off.
constexpr double farthest = 1e6;

SurrogateOptions parts_for(const Space& space, double location, Vector reported_variances) {
  SurrogateOptions parts{.amplitude = Amplitude::sampled,
                         .ard = true,
                         .related_lengthscales = true,
                         .lengthscale_location = location,
                         .noise_prior = NoisePrior::broad,
                         .reported_variances = std::move(reported_variances)};
  parts.group_of_input = parameter_of_input(space);
  return parts;
}

// Evenly spaced among all.
std::vector<NeighbourDraw> some_draws(const Posterior& posterior, const Surrogate& surrogate,
                                      const Shape& shape, double jitter) {
  const std::vector<Vector> all = posterior.draws();
  const Layout layout = surrogate.layout(shape);
  const Lengthscales& lengthscales = *surrogate.covariance->single_matern();
  const auto count = static_cast<std::size_t>(num_global_draws);
  std::vector<NeighbourDraw> draws;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i) {
    const Vector& u = all[(i + 1) * all.size() / std::min(count, all.size()) - 1];
    const Vector covariance = slice_of(u, layout.covariance);
    draws.push_back({.lengthscales = lengthscales.expand(covariance, shape.num_inputs, shape.num_inputs),
                     .amplitude = std::exp(covariance[covariance.size() - 1]),
                     .noise_variance = jitter});
    if (layout.noise.size > 0) draws.back().noise_variance = std::exp(u[layout.noise.begin]);
  }
  return draws;
}

}  // namespace

Model fit_global_model(const SuggestOptions& asked, const Space& space, const History& whole,
                       const EncodedHistory& some, const FitSeed& seed, const EngineWarmState& warm,
                       ThreadPool* pool) {
  const double location = lengthscale_location(asked, space.size());
  const auto surrogate_of = [&](const std::vector<Index>& places) {
    Vector reported = some.reported_variances;
    if (reported.size() > 0) reported = Vector(some.reported_variances(places));
    return make_surrogate("homoscedastic", parts_for(space, location, std::move(reported)));
  };
  InferenceOptions inference{.time_budget = asked.inference.time_budget,
                             .simd = asked.inference.simd,
                             .jitter = asked.inference.jitter};
  const auto surrogate = make_surrogate("homoscedastic", parts_for(space, location, some.reported_variances));
  std::optional<WarmState> start;
  if (const WarmState* before = warm.find(warm_name, {})) start = *before;
  if (!start) start = grown_warm_state(surrogate_of, *some.data, inference, seed, pool);
  Fit learned = fit(surrogate, some.data, inference, seed, pool, {}, start ? &*start : nullptr);

  const Index N = std::ssize(whole.observations);
  const Standardisation& standardisation = some.data->standardisation;
  auto X = std::make_shared<Matrix>(static_cast<Index>(space.num_inputs()), N);
  Vector y(N);
  Vector own_noise = Vector::Zero(N);
  for (Index n = 0; n < N; ++n) {
    const Observation& observation = whole.observations[static_cast<std::size_t>(n)];
    const std::vector<double> unit = space.encode(observation.values);
    X->col(n) = Eigen::Map<const Vector>(unit.data(), X->rows());
    // Not their difference, which may be beyond the range of a double.
    y[n] = std::clamp(some.map.forward(observation.objective) / standardisation.scale -
                          standardisation.shift / standardisation.scale,
                      -farthest, farthest);
    const double noise = observation.noise_stddev.value_or(0.0) * some.map.slope(observation.objective) /
                         standardisation.scale;
    own_noise[n] = noise * noise;
  }
  const Shape shape{X->rows(), some.data->size()};
  std::vector<NeighbourDraw> draws =
      some_draws(learned.posterior, *surrogate, shape, learned.diagnostics.jitter);
  auto group = std::make_shared<const NeighbourGroup>(std::move(X), std::move(y), std::move(own_noise),
                                                      std::move(draws), num_neighbours);
  EngineWarmState left = warm;
  if (learned.warm) left.set(warm_name, {}, std::move(*learned.warm));
  return {.posterior = Posterior({std::move(group)}, standardisation),
          .name = "global",
          .surrogate = surrogate->name,
          .sigma_h = {},
          .search = {.incumbent = Incumbent::best_mean},
          .diagnostics = learned.diagnostics,
          .warm = std::move(left)};
}

}  // namespace craggy
