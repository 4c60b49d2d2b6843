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
#include <craggy/engine/options.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/space/space.hpp>

namespace craggy {

/// What the fits of earlier suggestions left behind, one for each model with each set of σ_h levels that was
/// fitted together.
struct EngineWarmState {
  struct Entry {
    std::string model;            // what was fitted, in words; empty where an older craggy did not say it
    std::vector<double> sigma_h;  // absolute; empty without a latent input
    WarmState state;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;

  /// Null if there is none. An entry that does not name its model is taken for this one's, as long as it has
  /// none of its own: `fit` refuses the state of another surrogate.
  const WarmState* find(std::string_view model, const std::vector<double>& sigma_h) const;
  /// Takes the place of the entry that `find` would give.
  void set(std::string_view model, const std::vector<double>& sigma_h, WarmState state);
  bool operator==(const EngineWarmState&) const = default;
};

/// As bytes, and back, for a store; also what older versions have written, which did not name the models.
/// `parse_engine_warm_state` throws InvalidArgument for other bytes.
std::string to_bytes(const EngineWarmState& warm);
EngineWarmState parse_engine_warm_state(std::string_view bytes);

/// What was believed of the suggested point when it was chosen. Where the objectives were log-transformed, as
/// far ones are for the shipped default, mean and sd are those of the objective all the same.
struct Reason {
  std::string model;               // that chose it: "noisy", "trend", "latent", "smooth", or a surrogate
  double mean;                     // of the objective there, in its own units; smaller is better
  double sd;                       // likewise; without the noise of an evaluation
  double acquisition;              // of exactly this point
  std::optional<double> success;   // probability that the evaluation gives a value, where some have failed
  std::optional<double> feasible;  // … and that all constraints are met, where there are any
  // By how much the evaluation is expected to improve on the best one so far, in units of the objective, the
  // two probabilities counted in; none where there was nothing to improve on.
  std::optional<double> improvement{};
};

/// What a suggestion looked at where there were too many observations for one model of all of them
/// (SuggestOptions::max_exact): those around a box in which it searched, the best, and a spread of the rest.
/// Every fifth suggestion, and each between one box and the next, looks all over the space instead, by a
/// global model whose hyper-parameters come of so many and whose predictions come of the nearest of all.
struct ActiveData {
  Index observations = 0;  // that the model learned from
  Index of = 0;            // so many
  // Of the box, as a share of each side of the unit cube; 1 where all of it was searched. It grows with
  // success and shrinks with failure.
  double side = 1.0;
  Index restarts = 0;       // how many boxes had shrunk to nothing before
  bool everywhere = false;  // it looked all over the space
  bool operator==(const ActiveData&) const = default;
};

struct Suggestion {
  std::vector<double> values;      // in the parameters' own units, inside the space
  bool initial = false;            // a point of the initial design: nothing was fitted
  bool exhausted = false;          // every point of the space is in the history: `values` is one of them
  std::string surrogate;           // that was fitted: one of several where the shipped default was asked for
  std::vector<double> sigma_h;     // the absolute levels that were used; empty without a latent input
  double acquisition = 0.0;        // the largest that was found
  std::optional<Reason> reason{};  // none where no model was asked: of initial and of random points
  std::optional<FitDiagnostics> diagnostics;  // combined where several levels were fitted
  std::optional<ActiveData> active{};         // none where all observations were used
  EngineWarmState warm;                       // for the next suggestion of the same study
  double fit_seconds = 0.0;
  double acquisition_seconds = 0.0;
};

/// Which suggestion is asked for, and what there is for it.
struct SuggestRequest {
  std::uint64_t seed = 0;   // of the study
  std::uint32_t trial = 0;  // that is to be evaluated, by its number
  ThreadPool* pool = nullptr;
  std::stop_token stop{};
  const EngineWarmState* warm = nullptr;  // what an earlier suggestion of the same study left
};

/// The next point to evaluate. Trials below options.num_initial, and any trial without observations, are
/// points of the initial design. Pending points are taken into account by fantasies of their values, failed
/// ones and constraints by learned probabilities. With the
/// warm state of an earlier suggestion the fit is shorter. The result is a function of all arguments but the
/// pool. Throws Cancelled if stopped. Any finite history gives a finite point inside the space that is not in
/// the history, unless the space has no other.
Suggestion suggest(const Space& space, const History& history, const SuggestOptions& options,
                   const SuggestRequest& request);

/// The values of a suggestion that others have overtaken: other ones, near them where all parameters are real
/// numbers, if the history has these by now.
std::vector<double> unless_taken(const Space& space, const History& history,
                                 const std::vector<double>& values, std::uint64_t seed, std::uint32_t trial);

}  // namespace craggy
