#include "engine/model.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"
#include "engine/grown_warm_state.hpp"
#include "engine/turns.hpp"
#include "space/codec.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

struct Resolved {
  SuggestOptions options;
  std::string name;
  NoisePrior noise_prior = NoisePrior::paper;
  bool related_lengthscales = false;
  SearchRules search{};
};

// Who gives a rule for σ_h has asked for the latent GP.
bool takes_models_in_turn(const SuggestOptions& options) {
  return options.surrogate == shipped_default && !options.sigma_h;
}

// The options with the shipped default replaced by what it means for this trial.
Resolved resolved(const SuggestOptions& asked, std::size_t turn_number) {
  if (asked.surrogate != shipped_default) return {asked, asked.surrogate};
  Resolved result{asked, "latent", NoisePrior::broad};
  SuggestOptions& options = result.options;
  if (!options.amplitude) options.amplitude = Amplitude::sampled;
  options.surrogate = "latent";
  if (!options.scaled_lengthscales) options.scaled_lengthscales = true;
  if (asked.sigma_h) return result;
  result.related_lengthscales = true;
  const std::vector<std::string>& names = turns_of(asked).names;
  const TurnModel& turn = turn_model(names[turn_number % names.size()]);
  result.name = turn.name;
  options.surrogate = turn.surrogate;
  options.sigma_h = turn.sigma_h;
  if (!asked.amplitude) options.amplitude = turn.amplitude;
  if (!options.ard) options.ard = turn.per_input;
  options.main_effects = asked.main_effects.value_or(true) && *options.ard;
  result.noise_prior = turn.noise_prior;
  result.search = turn.search;
  return result;
}

// Whether each suggestion takes one of the levels.
bool take_turns(const LatentScale& scale) {
  return scale.levels.size() > 1 &&
         (scale.rule == LatentScaleRule::drawn || scale.rule == LatentScaleRule::rotated);
}

std::string as_sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

// Which of the models has that name; nothing if none was asked for.
std::optional<std::size_t> turn_of(const SuggestOptions& options, std::string_view name) {
  if (name.empty()) return std::nullopt;
  std::vector<std::string> known;
  for (const ModelEntry& entry : model_entries(options)) known.push_back(entry.name);
  check_known("the model", name, known);
  return static_cast<std::size_t>(std::find(known.begin(), known.end(), name) - known.begin());
}

// What was fitted, but for σ_h. Models that differ in it must not resume from each other's chains.
std::string composition(const std::string& surrogate, const SurrogateOptions& parts) {
  const auto choice = [](const std::optional<bool>& value, std::string_view yes, std::string_view no) {
    return value ? (*value ? yes : no) : "own";
  };
  const std::string_view amplitude =
      !parts.amplitude ? "own" : (*parts.amplitude == Amplitude::sampled ? "sampled" : "unit");
  std::string text =
      fmt::format("{} amplitude={} lengthscales={} main_effects={} noise={} latents={}", surrogate, amplitude,
                  choice(parts.ard, parts.related_lengthscales ? "related" : "independent", "one"),
                  parts.main_effects.value_or(false),
                  parts.noise_prior == NoisePrior::broad ? "broad" : "paper", parts.latent_dimension);
  // Not a word where it is the paper's, as in what older versions have stored.
  if (parts.lengthscale_location != 0.0) text += fmt::format(" location={}", parts.lengthscale_location);
  return text;
}

// Fits side by side that one acquisition averages over.
Posterior joined_posterior(const std::vector<Fit>& fits, NewLatent new_latent) {
  std::vector<DrawGroupPtr> groups;
  for (const Fit& each : fits)
    groups.insert(groups.end(), each.posterior.groups().begin(), each.posterior.groups().end());
  return {std::move(groups), fits.front().posterior.standardisation(), new_latent};
}

FitDiagnostics joined_diagnostics(const std::vector<Fit>& fits) {
  FitDiagnostics total = fits.front().diagnostics;
  for (const Fit& each : fits)
    if (&each != &fits.front()) total = combined(total, each.diagnostics);
  return total;
}

}  // namespace

std::vector<Index> parameter_of_input(const Space& space) {
  std::vector<Index> parameters;
  if (space.num_inputs() == space.size()) return parameters;
  for (std::size_t i = 0; i < space.size(); ++i)
    parameters.insert(parameters.end(), space.codec(i).num_inputs(), static_cast<Index>(i));
  return parameters;
}

SurrogateOptions surrogate_options(const SuggestOptions& options, std::vector<double> sigma_h,
                                   std::size_t num_parameters) {
  return {.sigma_h = std::move(sigma_h),
          .latent_dimension = options.latent_dimension,
          .amplitude = options.amplitude,
          .ard = options.ard,
          .main_effects = options.main_effects,
          .lengthscale_location = lengthscale_location(options, num_parameters),
          .noisy = options.noisy};
}

std::size_t models_in_turn(const SuggestOptions& options) {
  if (takes_models_in_turn(options)) return turns_of(options).names.size();
  if (!takes_sigma_h(options.surrogate)) return 1;
  const LatentScale scale = options.sigma_h.value_or(LatentScale{});
  return take_turns(scale) ? scale.levels.size() : 1;
}

std::vector<ModelEntry> model_entries(const SuggestOptions& options) {
  if (options.surrogate == random_points) return {};
  std::vector<ModelEntry> entries;
  if (takes_models_in_turn(options)) {
    for (const std::string& name : turns_of(options).names)
      entries.push_back({name, turn_model(name).summary});
    return entries;
  }
  const SurrogateEntry& entry =
      surrogate_entry(options.surrogate == shipped_default ? "latent" : options.surrogate);
  const std::string summary = as_sentence(entry.summary);
  if (models_in_turn(options) == 1) return {{entry.name, summary}};
  const LatentScale scale = options.sigma_h.value_or(LatentScale{});
  for (const double level : scale.levels)
    entries.push_back({fmt::format("{}@{}{}", entry.name, level, scale.absolute ? "" : "d"), summary});
  return entries;
}

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

Model fit_model(const SuggestOptions& asked, const Space& space, const std::shared_ptr<const Dataset>& data,
                const FitSeed& seed, const EngineWarmState& warm, ThreadPool* pool,
                const Vector& reported_variances, std::string_view name, FirstFit first_fit) {
  const std::optional<std::size_t> turn = turn_of(asked, name);
  const Resolved meant = resolved(asked, turn.value_or(seed.trial));
  const SuggestOptions& options = meant.options;
  EngineWarmState left = warm;
  std::string fitted;
  const auto fit_levels = [&](const std::vector<double>& levels) {
    SurrogateOptions parts = surrogate_options(options, levels, space.size());
    parts.related_lengthscales = meant.related_lengthscales;
    parts.noise_prior = meant.noise_prior;
    parts.reported_variances = reported_variances;
    parts.group_of_input = parameter_of_input(space);
    const auto surrogate = make_surrogate(options.surrogate, parts);
    fitted = surrogate->name;
    const std::string model = composition(fitted, parts);
    const WarmState* start = warm.find(model, levels);
    std::optional<WarmState> grown;
    if (start == nullptr && first_fit == FirstFit::grown) {
      grown = grown_warm_state(
          [&](const std::vector<Index>& some) {
            SurrogateOptions of_some = parts;
            if (reported_variances.size() > 0) of_some.reported_variances = Vector(reported_variances(some));
            return make_surrogate(options.surrogate, of_some);
          },
          *data, options.inference, seed, pool);
      if (grown) start = &*grown;
    }
    Fit result = fit(surrogate, data, options.inference, seed, pool, {}, start);
    if (result.warm) left.set(model, levels, std::move(*result.warm));
    return result;
  };
  std::vector<Fit> fits;
  std::vector<double> levels;
  if (!surrogate_entry(options.surrogate).uses_sigma_h) {
    fits.push_back(fit_levels({}));
  } else {
    const LatentScale scale = options.sigma_h.value_or(LatentScale{});
    const bool named_by_level = turn && !takes_models_in_turn(asked) && take_turns(scale);
    levels = named_by_level ? std::vector{absolute_levels(scale, space.size())[*turn]}
                            : levels_for_trial(scale, space.size(), seed.seed, seed.trial);
    if (scale.rule == LatentScaleRule::averaged)
      for (double level : levels) fits.push_back(fit_levels({level}));
    else
      fits.push_back(fit_levels(levels));
  }
  return {.posterior = joined_posterior(fits, options.inference.new_latent),
          .name = meant.name,
          .surrogate = fitted,
          .sigma_h = std::move(levels),
          .search = meant.search,
          .diagnostics = joined_diagnostics(fits),
          .warm = std::move(left)};
}

}  // namespace craggy
