// The heart of craggy: from a history to the next point, as a pure function. The library, the command line,
// the experiments and a replay after a crash all run this one function.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/engine/history.hpp>
#include <craggy/engine/latent_scale.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/space/space.hpp>
#include <craggy/surrogates/registry.hpp>

namespace craggy {

/// What expected improvement improves on: the best value seen, or, where values are noisy, the lowest
/// posterior mean at the points seen.
enum class Incumbent { best_value, best_mean };

struct SuggestOptions {
  std::string surrogate = "craggy";  // the shipped default, or another of engine_surrogate_names()
  // Evaluating a point twice gives two values: one noise variance is learned on top of a surrogate that has
  // no noise of its own.
  bool noisy = false;
  std::optional<Amplitude> amplitude{};
  std::optional<bool> ard{};  // of craggy's turns: related lengthscales (lengthscales.hpp), else independent
  // Of the inputs one by one, next to the joint kernel; of craggy's turns, those with related lengthscales.
  std::optional<bool> main_effects{};
  Index latent_dimension = 1;
  // Only for surrogates with a latent input. Left open: the paper's rule, or the turns of craggy.
  std::optional<LatentScale> sigma_h{};
  InferenceOptions inference{};
  std::string acquisition = "ei";
  double confidence_weight = 2.0;  // of lcb and ucb
  std::optional<std::string>
      maximiser{};  // "multistart" or "delta_cover"; left open: δ-cover with the paper's inference
  std::optional<Incumbent> incumbent{};  // left open: best_value, or best_mean where values are noisy
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

/// Throws InvalidArgument for an unknown name, a number out of range, or options that do not go together.
void check_options(const SuggestOptions& options, std::size_t num_parameters);

/// What the fits of earlier suggestions left behind, one for each set of σ_h levels that was fitted together.
struct EngineWarmState {
  struct Entry {
    std::vector<double> sigma_h;  // absolute; empty without a latent input
    WarmState state;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;

  const WarmState* find(const std::vector<double>& sigma_h) const;  // null if there is none
  void set(const std::vector<double>& sigma_h, WarmState state);
  bool operator==(const EngineWarmState&) const = default;
};

/// As bytes, and back, for a store. `parse_engine_warm_state` throws InvalidArgument for other bytes.
std::string to_bytes(const EngineWarmState& warm);
EngineWarmState parse_engine_warm_state(std::string_view bytes);

struct Suggestion {
  std::vector<double> values;   // in the parameters' own units, inside the space
  bool initial = false;         // a point of the initial design: nothing was fitted
  bool exhausted = false;       // every point of the space is in the history: `values` is one of them
  std::string surrogate;        // that was fitted: one of several where the shipped default was asked for
  std::vector<double> sigma_h;  // the absolute levels that were used; empty without a latent input
  double acquisition = 0.0;
  std::optional<FitDiagnostics> diagnostics;  // combined where several levels were fitted
  EngineWarmState warm;                       // for the next suggestion of the same study
  double fit_seconds = 0.0;
  double acquisition_seconds = 0.0;
};

/// The next point to evaluate. Trials below options.num_initial, and any trial without observations, are
/// points of the initial design. Pending points are taken into account by fantasies of their values, failed
/// ones and constraints by learned probabilities. `warm` is what an
/// earlier suggestion of the same study left: with it the fit is shorter. The result is a function of all
/// arguments but the pool. Any finite history gives a finite point inside the space that is not in the
/// history, unless the space has no other.
Suggestion suggest(const Space& space, const History& history, const SuggestOptions& options,
                   std::uint64_t seed, std::uint32_t trial, ThreadPool* pool = nullptr,
                   const std::stop_token& stop = {}, const EngineWarmState& warm = {});

/// The values of a suggestion that others have overtaken: other ones, near them where all parameters are real
/// numbers, if the history has these by now.
std::vector<double> unless_taken(const Space& space, const History& history,
                                 const std::vector<double>& values, std::uint64_t seed, std::uint32_t trial);

}  // namespace craggy
