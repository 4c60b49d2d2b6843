// From a data set to the posterior that a suggestion uses: which surrogate, at which levels of σ_h.
#pragma once

#include <craggy/engine/suggest.hpp>

#include "engine/turns.hpp"

namespace craggy {

/// The shipped default under a name of its own, so that it can change while the paper's models keep theirs.
inline constexpr std::string_view shipped_default = "craggy";

/// The surrogate without a model: uniform points.
inline constexpr std::string_view random_points = "random";

/// What the options say of the parts of a surrogate, at these levels of σ_h. The shipped default has parts
/// only for each of its turns.
SurrogateOptions surrogate_options(const SuggestOptions& options, std::vector<double> sigma_h,
                                   std::size_t num_parameters);

/// How many models or levels of σ_h take turns from suggestion to suggestion.
std::size_t models_in_turn(const SuggestOptions& options);

/// One of the models that take turns.
struct ModelEntry {
  std::string name;
  std::string summary;  // a sentence
};

/// All of them, in the order in which they take turns: those of the shipped default, or a surrogate by its
/// own name, followed by "@" and the level where levels of σ_h take turns. None for "random".
std::vector<ModelEntry> model_entries(const SuggestOptions& options);

struct Model {
  Posterior posterior;
  std::string name;             // of the model of the shipped default, or of the surrogate
  std::string surrogate;        // what the shipped default meant this time, or the one asked for
  std::vector<double> sigma_h;  // absolute levels; empty without a latent input
  SearchRules search;
  FitDiagnostics diagnostics;  // combined where several levels were fitted
  EngineWarmState warm;        // what was handed in, brought up to date
};

/// How a model that no warm state knows is fitted: from the prior, or from fits to parts of the data
/// (grown_warm_state.hpp).
enum class FirstFit { from_prior, grown };

/// Which parameter each input belongs to, for lengthscales; empty where each has one.
std::vector<Index> parameter_of_input(const Space& space);

/// `data` are points of the space, `reported_variances` as in SurrogateOptions. d, the unit of the levels of
/// σ_h, is the root of the number of parameters, and with a lengthscale per input the inputs of one parameter
/// share it: names of a category are many inputs, but one thing that matters or not. It is the model whose
/// turn it is at seed.trial, or the one of model_entries() with that `name`.
Model fit_model(const SuggestOptions& asked, const Space& space, const std::shared_ptr<const Dataset>& data,
                const FitSeed& seed, const EngineWarmState& warm, ThreadPool* pool,
                const Vector& reported_variances = {}, std::string_view name = {},
                FirstFit first_fit = FirstFit::from_prior);

}  // namespace craggy
