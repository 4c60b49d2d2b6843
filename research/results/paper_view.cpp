#include "results/paper_view.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/paper_tables.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {

namespace {

// "Ackley 6-D", since titles stand in lists here.
std::string title_without_comma(const std::string& problem) {
  std::string title = testbeds::find_problem(problem).title;
  std::erase(title, ',');
  return title;
}

}  // namespace

std::string place_text(const Place& place) {
  return fmt::format("{} ({})", title_without_comma(place.problem), place.evaluations);
}

std::string problems_text(const std::vector<Place>& places) {
  std::vector<std::string> titles;
  titles.reserve(places.size());
  for (const Place& place : places) titles.push_back(title_without_comma(place.problem));
  return titles.empty() ? "none" : fmt::format("{}", fmt::join(titles, ", "));
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
    const ScoreCell* cell_a = table.find_cell(row, a);
    const ScoreCell* cell_b = table.find_cell(row, b);
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
