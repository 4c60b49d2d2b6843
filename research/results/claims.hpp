// What the paper claims about its results, and what craggy's default is meant to reach: each true or not in
// the records at hand, with the evidence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/grid.hpp"
#include "results/record_set.hpp"

namespace craggy::results {

enum class Holds { yes, no, unknown };  // unknown: records are missing

std::string_view holds_name(Holds holds);

struct Claim {
  std::string name;  // for scripts
  std::string statement;
  Holds holds = Holds::unknown;
  std::string evidence;
};

/// [Bodin2020, experiments], in the order of the text. "Significantly better" is a higher mean gap over the
/// common repetitions and p < 0.05 in the two-sided paired Wilcoxon test, whose ranks point the same way;
/// "best" is among the paper's five surrogates.
std::vector<Claim> paper_claims(const RecordSet& records);

/// Whether craggy's default is at least as good as the paper's best column and as our own surrogates.
std::vector<Claim> craggy_goals(const RecordSet& records);

/// Columns claim, here, evidence.
Grid claims_grid(const std::vector<Claim>& claims);

/// Columns name, statement, holds (empty where unknown), evidence.
Grid claims_data(const std::vector<Claim>& claims);

}  // namespace craggy::results
