// How long suggestions took: per problem and length of the runs, one column per method.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/grid.hpp"
#include "results/record_set.hpp"

namespace craggy::results {

struct SecondsRow {
  std::string problem;
  std::size_t evaluations = 0;
  std::vector<std::optional<double>> seconds;  // per suggestion, mean over the runs of that length
};

struct SecondsTable {
  std::vector<std::string> methods;
  std::vector<SecondsRow> rows;
};

/// Of the methods given, or of all.
SecondsTable seconds_table(const RecordSet& records, const std::vector<std::string>& methods = {});

/// The mean over the runs of one method on one problem with exactly so many evaluations; nothing without any.
std::optional<double> seconds_per_suggestion(const RecordSet& records, std::string_view problem,
                                             std::string_view method, std::size_t evaluations);

Grid seconds_grid(const SecondsTable& table);

/// One line per cell with all digits: problem, evaluations, surrogate, seconds_per_suggestion.
Grid seconds_data(const SecondsTable& table);

}  // namespace craggy::results
