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

/// What the model that chose a point expected of it, in the units of the objective.
struct Reason {
  std::string model;
  double mean;
  double sd;
  double acquisition;
  std::optional<double> success;
  std::optional<double> feasible;
};

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
  std::optional<Reason> reason;
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
