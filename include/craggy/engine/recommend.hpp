// Which of the points that were evaluated is the best.
#pragma once

#include <optional>

#include <craggy/engine/suggest.hpp>

namespace craggy {

/// The position of the feasible observation with the lowest value; where values are noisy, by options.noisy
/// or because observations say so, with the lowest posterior mean, since the lowest value is mostly luck.
/// Nothing if no observation is feasible. `craggy` and `random` leave the means to the homoscedastic GP with
/// a sampled amplitude. Throws as suggest does.
std::optional<std::size_t> recommend(const Space& space, const History& history,
                                     const SuggestOptions& options, std::uint64_t seed,
                                     ThreadPool* pool = nullptr, const std::stop_token& stop = {});

}  // namespace craggy
