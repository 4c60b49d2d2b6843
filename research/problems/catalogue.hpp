// The formulas of the benchmark catalogue of [Bodin2020, table of domains]: names, domains, minima and
// objectives.
#pragma once

#include <string_view>
#include <vector>

#include "problems/problem.hpp"

namespace craggy::problems {

/// All problems that are formulas, in the order of the paper's table.
const std::vector<Problem>& catalogue();

/// The problem of that name; an unknown name throws InvalidArgument with a list and a guess at what was
/// meant.
const Problem& find_problem(std::string_view name);

/// The same among other problems.
const Problem& find_problem(const std::vector<Problem>& problems, std::string_view name);

}  // namespace craggy::problems
