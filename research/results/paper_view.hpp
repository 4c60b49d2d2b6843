// The rows of the paper in our records, as claims look at them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "results/score_table.hpp"

namespace craggy::results {

/// A row of the paper's table.
struct Place {
  std::string problem;
  std::size_t evaluations = 0;
};

/// "Shubert01 (50)".
std::string place_text(const Place& place);

/// The problems alone, where the number of evaluations is clear: "Shubert01, Beale"; "none" for an empty
/// list.
std::string problems_text(const std::vector<Place>& places);

/// The paper's rows after so many evaluations.
std::vector<Place> paper_places(std::size_t evaluations);

/// The methods among `wanted` of which there are records.
std::vector<std::string> available_methods(const RecordSet& records, const std::vector<std::string>& wanted);

/// The score table of the methods among `wanted` of which there are records, without rows if there are none.
ScoreTable available_table(const RecordSet& records, const std::vector<std::string>& wanted);

/// Where `a` is significantly better than `b`, where it is worse, and where one of them has no records.
struct Tally {
  std::vector<Place> better;
  std::vector<Place> worse;
  std::vector<Place> missing;
};

Tally tally(const ScoreTable& table, std::string_view a, std::string_view b,
            const std::vector<Place>& places);

}  // namespace craggy::results
