// The models that the shipped default can take in turn, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/engine/options.hpp>

namespace craggy {

/// How the next point is sought on a model, where that is not what the options say.
struct SearchRules {
  // The model takes no value for known, and would go back to the best one. Of an objective that is noisy a
  // point can be worth a second look, so this rule does not hold there.
  bool avoids_seen_points = false;
  std::optional<Incumbent> incumbent{};  // where SuggestOptions leaves it open
};

/// One of the models: a surrogate and what of it differs from what the surrogate is by itself.
struct TurnModel {
  std::string name;
  std::string summary;  // a sentence
  std::string surrogate;
  std::optional<LatentScale> sigma_h{};  // of a surrogate with a latent input
  bool per_input = false;                // related lengthscales, and main effects
  Amplitude amplitude = Amplitude::sampled;
  NoisePrior noise_prior = NoisePrior::broad;
  SearchRules search{};
};

const std::vector<TurnModel>& turn_models();
std::vector<std::string> turn_model_names();
const TurnModel& turn_model(std::string_view name);

/// What the shipped default takes unless SuggestOptions::turns says otherwise.
const Turns& shipped_turns();
const Turns& turns_of(const SuggestOptions& options);

/// "noisy,trend,latent,smooth". Throws InvalidArgument for an unknown name or none at all.
std::string to_text(const Turns& turns);
void from_text(std::string_view text, Turns& turns);
/// Throws InvalidArgument likewise.
void check_turns(const Turns& turns);

}  // namespace craggy
