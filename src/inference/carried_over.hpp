// A warm state for another data set.
#pragma once

#include <optional>

#include <craggy/inference/warm_state.hpp>

#include "surrogates/surrogate.hpp"

namespace craggy {

/// The state carried over to other inputs X. Unknowns of observations that are new are drawn from the prior,
/// those of chain c by the stream (seed, trial, c). Nothing if it does not fit: another surrogate, another
/// number of inputs or of chains.
std::optional<WarmState> carried_over(const WarmState& warm, const Surrogate& surrogate, const Matrix& X,
                                      Index num_chains, std::uint64_t seed, std::uint32_t trial);

}  // namespace craggy
