// How many targets runs have reached after so many evaluations: the empirical distribution that COCO draws
// [Hansen2021].
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/record.hpp"

namespace craggy::results {

enum class Targets {
  gap,         // 0.1, 0.2, … 0.9, 0.95, 0.99, 0.999
  difference,  // COCO's 51 differences from the minimum, 10², 10^1.8, … 10⁻⁸
};

/// Of what is aimed at: "0.1 to 0.999" and so on, for a page.
std::string_view describe(Targets targets);

/// The share of targets that a run has reached after 1, 2, … `evaluations`; its record has at least as many.
/// `reference` is the value that the problem is scored against.
std::vector<double> reached_targets(const experiments::Record& run, double reference, Targets targets,
                                    std::size_t evaluations);

}  // namespace craggy::results
