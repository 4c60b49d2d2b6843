// How suggestions are made: the model of the objective, its inference, and the search on it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/engine/latent_scale.hpp>
#include <craggy/inference/options.hpp>
#include <craggy/surrogates/registry.hpp>

namespace craggy {

/// What expected improvement improves on: the best value seen, or, where values are noisy, the lowest
/// posterior mean at the points seen.
enum class Incumbent { best_value, best_mean };

/// Names of the models that the shipped default takes in turn: "noisy", "trend", "latent", "smooth", "paper";
/// a model that stands there twice has twice as many turns.
struct Turns {
  std::vector<std::string> names;
  bool operator==(const Turns&) const = default;
};

struct SuggestOptions {
  std::string surrogate = "craggy";  // the shipped default, or another of engine_surrogate_names()
  // Evaluating a point twice gives two values: one noise variance is learned on top of a surrogate that has
  // no noise of its own.
  bool noisy = false;
  std::optional<Amplitude> amplitude{};
  std::optional<bool> ard{};  // of craggy's turns: related lengthscales (lengthscales.hpp), else independent
  // Of the inputs one by one, next to the joint kernel; of craggy's turns, those with related lengthscales.
  std::optional<bool> main_effects{};
  // The prior of lengthscales moves to longer ones where there are many parameters. Left open: craggy's does,
  // the others have the paper's.
  std::optional<bool> scaled_lengthscales{};
  Index latent_dimension = 1;
  // Only for surrogates with a latent input. Left open: the paper's rule, or the turns of craggy.
  std::optional<LatentScale> sigma_h{};
  std::optional<Turns> turns{};  // of craggy; left open: noisy, trend, latent, smooth
  InferenceOptions inference{};
  std::string acquisition = "ei";
  double confidence_weight = 2.0;  // of lcb and ucb
  std::optional<std::string>
      maximiser{};  // "multistart" or "delta_cover"; left open: δ-cover with the paper's inference
  std::optional<Incumbent> incumbent{};  // left open: best_value, or best_mean where values are noisy
  // So many observations are all used; of more, an active set (Suggestion::active). Left open: 160.
  std::optional<Index> max_exact{};
  std::string initial_design = "uniform";
  Index num_initial = 2;
};

/// All names that SuggestOptions::surrogate takes: "craggy", those of surrogate_names(), and "random" for
/// uniform points without a model.
std::vector<std::string> engine_surrogate_names();
/// Whether SuggestOptions::sigma_h means anything to the surrogate.
bool takes_sigma_h(std::string_view surrogate);

/// Whether observations may report their noise to this surrogate.
bool takes_reported_noise(std::string_view surrogate);
/// Whether observations report their noise matters where options.incumbent is left open.
Incumbent incumbent_of(const SuggestOptions& options, bool reports_noise = false);
const std::vector<std::string>& maximiser_names();
Index max_exact_of(const SuggestOptions& options);
/// Of the prior of lengthscales (SurrogateOptions): ½·log(Q/10) for more than 10 parameters where it is
/// scaled, else 0.
double lengthscale_location(const SuggestOptions& options, std::size_t num_parameters);

/// Throws InvalidArgument for an unknown name, a number out of range, or options that do not go together.
void check_options(const SuggestOptions& options, std::size_t num_parameters);

}  // namespace craggy
