#include "paper_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <craggy/results/paper_tables.hpp>
#include <craggy/testbeds/catalogue.hpp>

namespace craggy::results {

std::string place_text(const Place& place) {
  return fmt::format("{} ({})", testbeds::find_problem(place.problem).title, place.evaluations);
}

std::string places_text(const std::vector<Place>& places) {
  std::string text;
  for (const Place& place : places) text += (text.empty() ? "" : ", ") + place_text(place);
  return text.empty() ? "none" : text;
}

std::vector<Place> paper_places(std::size_t evaluations) {
  std::vector<Place> places;
  for (const PaperRow& row : paper_rows())
    if (row.evaluations == evaluations) places.push_back({row.problem, row.evaluations});
  return places;
}

std::vector<std::string> available_methods(const RecordSet& records, const std::vector<std::string>& wanted) {
  const std::vector<std::string> known = records.methods();
  std::vector<std::string> methods;
  for (const std::string& method : wanted)
    if (std::find(known.begin(), known.end(), method) != known.end()) methods.push_back(method);
  return methods;
}

ScoreTable available_table(const RecordSet& records, const std::vector<std::string>& wanted) {
  const std::vector<std::string> methods = available_methods(records, wanted);
  return methods.empty() ? ScoreTable{} : score_table(records, {.methods = methods});
}

Tally tally(const ScoreTable& table, std::string_view a, std::string_view b,
            const std::vector<Place>& places) {
  Tally result;
  for (const Place& place : places) {
    const Row* row = table.find_row(place.problem, place.evaluations);
    const Cell* cell_a = table.find_cell(row, a);
    const Cell* cell_b = table.find_cell(row, b);
    if (cell_a == nullptr || cell_b == nullptr)
      result.missing.push_back(place);
    else if (significantly_better(*cell_a, *cell_b))
      result.better.push_back(place);
    else if (significantly_better(*cell_b, *cell_a))
      result.worse.push_back(place);
  }
  return result;
}

}  // namespace craggy::results
