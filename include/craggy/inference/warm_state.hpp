// What a fit leaves behind for the next one, whose data set has mostly the same observations: where the
// chains ended and what they had learnt. A value: it can be copied, stored and read back, bit by bit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craggy/linalg/types.hpp>

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

/// As bytes, and back. `parse_warm_state` throws InvalidArgument for bytes that are not a warm state.
std::string to_bytes(const WarmState& warm);
WarmState parse_warm_state(std::string_view bytes);

}  // namespace craggy
