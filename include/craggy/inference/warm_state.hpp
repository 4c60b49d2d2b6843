// What a fit leaves behind for the next one, whose data set has mostly the same observations: where the
// chains ended and what they had learnt. A value: it can be copied, stored and read back, bit by bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/surrogates/surrogate.hpp>

namespace craggy {

struct WarmState {
  std::string surrogate;       // by its name, so that another one does not take it for its own
  Matrix inputs;               // of the observations (Q × N), by which they are found again
  Matrix states;               // unknowns × chains
  Matrix fisher;               // mean of gradient outer products (samplers/fisher_metric.hpp)
  double step_size = 0.0;      // of the trajectories
  std::vector<double> widths;  // of the line moves

  bool operator==(const WarmState& other) const;
};

/// The state carried over to other inputs X. Unknowns of observations that are new are drawn from the prior,
/// those of chain c by the stream (seed, trial, c). Nothing if it does not fit: another surrogate, another
/// number of inputs or of chains.
std::optional<WarmState> carried_over(const WarmState& warm, const Surrogate& surrogate, const Matrix& X,
                                      Index num_chains, std::uint64_t seed, std::uint32_t trial);

/// As bytes, and back. `parse_warm_state` throws InvalidArgument for bytes that are not a warm state.
std::string to_bytes(const WarmState& warm);
WarmState parse_warm_state(std::string_view bytes);

}  // namespace craggy
