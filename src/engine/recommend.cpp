#include <algorithm>

#include <craggy/engine/recommend.hpp>

#include "base/cancellation.hpp"
#include "engine/encoded_history.hpp"
#include "engine/model.hpp"

namespace craggy {
namespace {

// A model that changes from trial to trial would change its mind from trial to trial. Noise is learned for
// what does not report any; on top of what does, it would drown small differences beside a value that is far
// off and says so.
SuggestOptions with_one_model(SuggestOptions options) {
  if (options.surrogate != shipped_default && options.surrogate != random_points) return options;
  options.surrogate = "noiseless";
  options.noisy = true;
  options.sigma_h.reset();
  if (!options.amplitude) options.amplitude = Amplitude::sampled;
  return options;
}

}  // namespace

bool is_noisy(const History& history, const SuggestOptions& options) {
  return options.noisy || std::any_of(history.observations.begin(), history.observations.end(),
                                      [](const Observation& each) { return each.noise_stddev > 0.0; });
}

std::optional<Recommendation> recommend(const Space& space, const History& history,
                                        const SuggestOptions& options, std::uint64_t seed, ThreadPool* pool,
                                        const std::stop_token& stop) {
  const StopScope scope(stop);
  check_options(options, space.size());
  check_history(space, history);
  if (history.observations.empty()) return std::nullopt;
  const EncodedHistory encoded = encode(space, history);
  if (encoded.feasible.empty()) return std::nullopt;
  Vector values = encoded.data->y(encoded.feasible);
  const bool noisy = options.noisy || encoded.reports_noise;
  if (noisy) {
    const auto trial = static_cast<std::uint32_t>(history.observations.size());
    const Model model = fit_model(with_one_model(options), space, encoded.data, {seed, trial}, {}, pool,
                                  encoded.reported_variances);
    values = model.posterior.predict(encoded.data->X(Eigen::all, encoded.feasible), pool).mean;
  }
  Index best = 0;
  const double lowest = values.minCoeff(&best);
  const auto position = static_cast<std::size_t>(encoded.feasible[static_cast<std::size_t>(best)]);
  return Recommendation{position, noisy ? lowest : history.observations[position].objective};
}

}  // namespace craggy
