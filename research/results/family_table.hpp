// Mean gaps by family of problems: which methods are good at what. A row's problems are those that every
// method has.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/grid.hpp"
#include "results/record_set.hpp"
#include "results/summary.hpp"

namespace craggy::results {

struct FamilyCell {
  double mean_gap = 0.0;
  Summary lead;  // of this method over the table's first, problem by problem
};

struct FamilyRow {
  std::string family;  // "detail: saw"; "all" is the first
  std::size_t problems = 0;
  std::vector<FamilyCell> cells;  // one per method
};

struct FamilyTable {
  std::size_t evaluations = 0;
  std::vector<std::string> methods;
  std::vector<FamilyRow> rows;
};

/// The families that a problem is in: of a generated one by kind and amplitude of its detail, base,
/// directions and dimension; of a function of
/// BBOB by group, function and dimension; of another "all" alone.
std::vector<std::string> families_of(const std::string& problem);

/// After so many evaluations, of the methods given or of all. Throws InvalidArgument if no problem was run
/// that long by all of them.
FamilyTable family_table(const RecordSet& records, std::size_t evaluations,
                         const std::vector<std::string>& methods = {});

/// Mean gaps, bold where the lead over the first method is at least two standard errors; notes say so.
Grid family_grid(const FamilyTable& table);

/// One line per cell with all digits: family, problems, surrogate, mean_gap, lead, standard_error.
Grid family_data(const FamilyTable& table);

}  // namespace craggy::results
