#include <craggy/engine/encoded_history.hpp>
#include <craggy/engine/model.hpp>
#include <craggy/engine/recommend.hpp>

namespace craggy {
namespace {

// A model that changes from trial to trial would change its mind from trial to trial.
SuggestOptions with_one_model(SuggestOptions options) {
  if (options.surrogate != shipped_default && options.surrogate != random_points) return options;
  options.surrogate = "homoscedastic";
  options.sigma_h.reset();
  if (!options.amplitude) options.amplitude = Amplitude::sampled;
  return options;
}

}  // namespace

std::optional<std::size_t> recommend(const Space& space, const History& history,
                                     const SuggestOptions& options, std::uint64_t seed, ThreadPool* pool,
                                     const std::stop_token& stop) {
  check_options(options, space.size());
  check_history(space, history);
  if (history.observations.empty()) return std::nullopt;
  const EncodedHistory encoded = encode(space, history);
  if (encoded.feasible.empty()) return std::nullopt;
  Vector values = encoded.data->y(encoded.feasible);
  if (options.noisy || encoded.reports_noise) {
    const auto trial = static_cast<std::uint32_t>(history.observations.size());
    const Model model = fit_model(with_one_model(options), space, encoded.data, {seed, trial}, {}, pool, stop,
                                  encoded.reported_variances);
    values = model.posterior.predict(encoded.data->X(Eigen::all, encoded.feasible), pool).mean;
  }
  Index best = 0;
  values.minCoeff(&best);
  return static_cast<std::size_t>(encoded.feasible[static_cast<std::size_t>(best)]);
}

}  // namespace craggy
