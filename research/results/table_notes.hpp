// What a reader of a table has to know about its repetitions.
#pragma once

#include <string>
#include <vector>

#include "results/score_table.hpp"

namespace craggy::results {

/// How many repetitions there are, which cells have others, and where runs that should begin at the same
/// points do not.
std::vector<std::string> table_notes(const ScoreTable& table);

}  // namespace craggy::results
