#include <limits>

#include "base/random.hpp"
#include "inference/run_sampler.hpp"

namespace craggy {

bool has_unknowns_per_observation(const Surrogate& surrogate, Index num_inputs) {
  return surrogate.layout({num_inputs, 2}).total() > surrogate.layout({num_inputs, 1}).total();
}

std::optional<Vector> initial_state(const FitProblem& problem, const FitSeed& seed, Index chain) {
  RandomStream stream(seed.seed, {seed.trial, static_cast<std::uint16_t>(chain), Purpose::prior});
  SurrogateDensity density = problem.density();
  const Shape shape{problem.data->num_inputs(), problem.data->size()};
  std::optional<Vector> best;
  double best_value = -std::numeric_limits<double>::infinity();
  Vector gradient(density.size());
  for (int i = 0; i < num_start_candidates; ++i) {
    Vector candidate = problem.surrogate->sample_prior(stream, shape);
    const double value = density.evaluate(candidate, gradient);
    if (value > best_value) {
      best_value = value;
      best = std::move(candidate);
    }
  }
  return best;
}

}  // namespace craggy
