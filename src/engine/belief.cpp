#include <algorithm>

#include <craggy/engine/belief.hpp>

namespace craggy {
namespace {

double incumbent_value(const SuggestOptions& options, const Posterior& posterior, const Dataset& data,
                       ThreadPool* pool) {
  if (incumbent_of(options) == Incumbent::best_value) return data.y.minCoeff();
  const PredictiveComponents at_data = posterior.components(data.X, pool);
  return (at_data.weights.transpose() * at_data.mean).minCoeff();
}

// Each draw improves on the best of what is known and of what it made up.
Vector incumbents(const Fantasies& fantasies, double known) {
  const std::vector<Index>& draws = fantasies.posterior.draw_of_component();
  Vector result(fantasies.posterior.num_components());
  for (Index c = 0; c < result.size(); ++c)
    result[c] = std::min(known, fantasies.values.row(draws[static_cast<std::size_t>(c)]).minCoeff());
  return result;
}

}  // namespace

Belief::Belief(const SuggestOptions& options, const Posterior& posterior, const Dataset& data,
               const Matrix& pending, const FitSeed& seed, ThreadPool* pool) {
  const double known = incumbent_value(options, posterior, data, pool);
  if (pending.cols() == 0) {
    acquisition_ = make_acquisition(options.acquisition, posterior, known, options.confidence_weight);
    return;
  }
  RandomStream stream(seed.seed, {.trial = seed.trial, .chain = 0, .purpose = Purpose::fantasy});
  fantasies_ = fantasise(posterior, pending, stream, pool);
  acquisition_ = make_acquisition(options.acquisition, fantasies_->posterior, incumbents(*fantasies_, known),
                                  options.confidence_weight);
}

}  // namespace craggy
