#include <array>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/engine/model.hpp>

namespace craggy {
namespace {

// What it takes in turn: no model is right for every objective, one that is wrong loses a fraction of the
// evaluations, and one that is right for this objective is never far away. Noise stands for detail
// everywhere, latents for detail here and there, and neither for a smooth objective. One has a lengthscale
// per input: where some inputs do not matter, the others learn it from its choices.
struct TurnOfDefault {
  std::string_view surrogate;
  double sigma_h;  // in units of d; of the latent GP
  bool ard;
};
constexpr std::array<TurnOfDefault, 4> turns = {
    {{"latent", 0.1, false}, {"homoscedastic", 0.0, false}, {"latent", 0.01, false}, {"latent", 0.0, true}}};

// The options with the shipped default replaced by what it means for this trial. Who gives a rule for σ_h has
// asked for the latent GP.
SuggestOptions resolved(const SuggestOptions& options, std::uint32_t trial) {
  if (options.surrogate != shipped_default) return options;
  SuggestOptions result = options;
  if (!result.amplitude) result.amplitude = Amplitude::sampled;
  result.surrogate = "latent";
  if (options.sigma_h) return result;
  const TurnOfDefault& turn = turns[trial % turns.size()];
  result.surrogate = turn.surrogate;
  if (result.surrogate == "latent") result.sigma_h = LatentScale{.levels = {turn.sigma_h}};
  if (!result.ard) result.ard = turn.ard;
  return result;
}

SurrogateOptions surrogate_options(const SuggestOptions& options, std::vector<double> sigma_h,
                                   const Vector& reported_variances) {
  return {.sigma_h = std::move(sigma_h),
          .latent_dimension = options.latent_dimension,
          .amplitude = options.amplitude,
          .ard = options.ard,
          .noisy = options.noisy,
          .reported_variances = reported_variances};
}

std::vector<Index> parameter_of_input(const Space& space) {
  std::vector<Index> parameters;
  if (space.num_inputs() == space.size()) return parameters;
  for (std::size_t i = 0; i < space.size(); ++i)
    parameters.insert(parameters.end(), space.codec(i).num_inputs(), static_cast<Index>(i));
  return parameters;
}

// Fits side by side that one acquisition averages over.
Model joined(const std::vector<Fit>& fits, NewLatent new_latent, std::string surrogate,
             std::vector<double> sigma_h, EngineWarmState warm) {
  std::vector<DrawGroupPtr> groups;
  FitDiagnostics total = fits.front().diagnostics;
  for (const Fit& each : fits) {
    groups.insert(groups.end(), each.posterior.groups().begin(), each.posterior.groups().end());
    if (&each != &fits.front()) total = combined(total, each.diagnostics);
  }
  return {Posterior(std::move(groups), fits.front().posterior.standardisation(), new_latent),
          std::move(surrogate), std::move(sigma_h), total, std::move(warm)};
}

}  // namespace

std::vector<std::string> engine_surrogate_names() {
  std::vector<std::string> names = surrogate_names();
  names.insert(names.begin(), std::string(shipped_default));
  names.emplace_back(random_points);
  return names;
}

bool takes_sigma_h(std::string_view surrogate) {
  if (surrogate == random_points) return false;
  return surrogate == shipped_default || surrogate_entry(surrogate).uses_sigma_h;
}

bool takes_reported_noise(std::string_view surrogate) {
  if (surrogate == random_points || surrogate == shipped_default) return true;
  return surrogate_entry(surrogate).takes_reported_noise;
}

void check_model_options(const SuggestOptions& options, std::size_t num_parameters) {
  check_known("surrogate", options.surrogate, engine_surrogate_names());
  check_at_least("latent_dimension", options.latent_dimension, 1);
  if (options.noisy && options.surrogate == random_points)
    fail_argument("surrogate", fmt::format("'{}'", options.surrogate),
                  "noisy needs one that models the objective");
  if (options.sigma_h && !takes_sigma_h(options.surrogate))
    fail_argument("surrogate", fmt::format("'{}'", options.surrogate),
                  "sigma_h needs one with a latent input");
  if (options.sigma_h) absolute_levels(*options.sigma_h, num_parameters);
}

Model fit_model(const SuggestOptions& asked, const Space& space, const std::shared_ptr<const Dataset>& data,
                const FitSeed& seed, const EngineWarmState& warm, ThreadPool* pool,
                const std::stop_token& stop, const Vector& reported_variances) {
  const SuggestOptions options = resolved(asked, seed.trial);
  EngineWarmState left = warm;
  std::string fitted;
  const auto fit_levels = [&](const std::vector<double>& levels) {
    SurrogateOptions parts = surrogate_options(options, levels, reported_variances);
    parts.group_of_input = parameter_of_input(space);
    const auto surrogate = make_surrogate(options.surrogate, parts);
    fitted = surrogate->name;
    Fit result = fit(surrogate, data, options.inference, seed, pool, stop, warm.find(levels));
    if (result.warm) left.set(levels, std::move(*result.warm));
    return result;
  };
  std::vector<Fit> fits;
  std::vector<double> levels;
  if (!surrogate_entry(options.surrogate).uses_sigma_h) {
    fits.push_back(fit_levels({}));
  } else {
    const LatentScale scale = options.sigma_h.value_or(LatentScale{});
    levels = levels_for_trial(scale, space.size(), seed.seed, seed.trial);
    if (scale.rule == LatentScaleRule::averaged)
      for (double level : levels) fits.push_back(fit_levels({level}));
    else
      fits.push_back(fit_levels(levels));
  }
  return joined(fits, options.inference.new_latent, std::move(fitted), std::move(levels), std::move(left));
}

}  // namespace craggy
