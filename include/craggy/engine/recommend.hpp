// Which of the points that were evaluated is the best.
#pragma once

#include <optional>
#include <vector>

#include <craggy/engine/suggest.hpp>

namespace craggy {

struct Recommendation {
  std::size_t position = 0;  // of the observation
  double mean = 0.0;  // the posterior mean there, in the unit of the objective; without noise its value
  double sd = 0.0;    // posterior standard deviation of the function there; without noise 0
};

/// Whether the lowest value may be luck: by options.noisy, or because observations say so.
bool is_noisy(const History& history, const SuggestOptions& options);

/// The feasible observation with the lowest value; where values are noisy with the lowest posterior mean,
/// since the lowest value is mostly luck. Nothing if no observation is feasible. `craggy` and `random` leave
/// the means to a plain GP with a sampled amplitude, which learns a noise variance for observations that
/// report none. Where there are more observations than SuggestOptions::max_exact, each is predicted from
/// those nearest to it. Throws as suggest does.
std::optional<Recommendation> recommend(const Space& space, const History& history,
                                        const SuggestOptions& options, std::uint64_t seed,
                                        ThreadPool* pool = nullptr, const std::stop_token& stop = {});

/// All feasible observations, the one that `recommend` gives first, then the one with the next lowest mean,
/// or value.
std::vector<Recommendation> ranked(const Space& space, const History& history, const SuggestOptions& options,
                                   std::uint64_t seed, ThreadPool* pool = nullptr,
                                   const std::stop_token& stop = {});

}  // namespace craggy
