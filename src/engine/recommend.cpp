#include <algorithm>

#include <craggy/engine/recommend.hpp>

#include "base/cancellation.hpp"
#include "engine/active_set.hpp"
#include "engine/encoded_history.hpp"
#include "engine/global_model.hpp"
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

// Of more observations than one model takes in, each is predicted from those nearest to it.
Model model_of_means(const Space& space, const History& history, const EncodedHistory& encoded,
                     const SuggestOptions& options, const FitSeed& seed, ThreadPool* pool) {
  if (const auto active = choose_active_set(space, history, options, {}))
    return fit_global_model(options, space, history, encode(space, active->part_of(history)), seed, {}, pool);
  return fit_model(with_one_model(options), space, encoded.data, seed, {}, pool, encoded.reported_variances);
}

}  // namespace

bool is_noisy(const History& history, const SuggestOptions& options) {
  return options.noisy || std::any_of(history.observations.begin(), history.observations.end(),
                                      [](const Observation& each) { return each.noise_stddev > 0.0; });
}

std::vector<Recommendation> ranked(const Space& space, const History& history, const SuggestOptions& options,
                                   std::uint64_t seed, ThreadPool* pool, const std::stop_token& stop) {
  const StopScope scope(stop);
  check_options(options, space.size());
  check_history(space, history);
  if (history.observations.empty()) return {};
  const EncodedHistory encoded = encode(space, history);
  if (encoded.feasible.empty()) return {};
  const bool noisy = options.noisy || encoded.reports_noise;
  std::vector<Recommendation> ranking;
  if (noisy) {
    const auto trial = static_cast<std::uint32_t>(history.observations.size());
    const Model model = model_of_means(space, history, encoded, options, {seed, trial}, pool);
    const Prediction at = model.posterior.predict(encoded.data->X(Eigen::all, encoded.feasible), pool);
    for (std::size_t i = 0; i < encoded.feasible.size(); ++i) {
      const auto m = static_cast<Index>(i);
      ranking.push_back({static_cast<std::size_t>(encoded.feasible[i]), at.mean[m], at.sd[m]});
    }
  } else {
    for (const Index n : encoded.feasible) {
      const auto position = static_cast<std::size_t>(n);
      ranking.push_back({position, history.observations[position].objective});
    }
  }
  std::stable_sort(ranking.begin(), ranking.end(),
                   [](const Recommendation& a, const Recommendation& b) { return a.mean < b.mean; });
  return ranking;
}

std::optional<Recommendation> recommend(const Space& space, const History& history,
                                        const SuggestOptions& options, std::uint64_t seed, ThreadPool* pool,
                                        const std::stop_token& stop) {
  const std::vector<Recommendation> ranking = ranked(space, history, options, seed, pool, stop);
  return ranking.empty() ? std::nullopt : std::optional(ranking.front());
}

}  // namespace craggy
