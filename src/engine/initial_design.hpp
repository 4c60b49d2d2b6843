// Points of the unit cube to begin with, before there is anything to learn from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace craggy {

/// "uniform" (the paper's) and "sobol".
const std::vector<std::string>& initial_design_names();

/// Point number `trial` of the design in [0, 1]^num_inputs; a pure function of its arguments.
std::vector<double> initial_point(std::string_view design, std::size_t num_inputs, std::uint64_t seed,
                                  std::uint32_t trial);

}  // namespace craggy
