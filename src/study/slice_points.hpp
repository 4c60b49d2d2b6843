// Points along one parameter of a space, and over two of them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <craggy/space/space.hpp>

namespace craggy {

/// Codes of a parameter, rising: evenly spread on the scale of the search, both ends included; all choices of
/// a category, and all values of another kind that has no more than `num_values`, which is at least 2.
std::vector<double> spread_codes(const Space& space, std::size_t parameter, std::size_t num_values);

/// `at` with other codes of some parameters. What was inactive in `at` and is not any more stands in the
/// middle of its range, and what has become inactive at its first code.
std::vector<double> with_codes(const Space& space, const std::vector<double>& at,
                               const std::vector<std::pair<std::size_t, double>>& codes);

/// The condition that keeps a parameter inactive, of its own or of a parameter that it depends on; "" if it
/// is active.
std::string unmet_condition(const Space& space, std::size_t parameter, const std::vector<double>& at);

}  // namespace craggy
