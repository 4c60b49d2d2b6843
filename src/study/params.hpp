// The parameters of a trial as one JSON object, as they are stored and handed to programs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/space/space.hpp>

namespace craggy {

/// {"lr": 0.001, "layers": 3, "opt": "sgd", "nesterov": true}, in the order of the space, without parameters
/// that are inactive. Numbers read back are the same bits.
std::string to_params(const Space& space, std::span<const double> values);

/// Throws InvalidArgument for text that is no such object, a parameter that is missing, unknown, outside of
/// its domain, or is inactive.
std::vector<double> parse_params(const Space& space, std::string_view text);

}  // namespace craggy
