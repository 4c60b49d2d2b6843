#include "results/table_notes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace craggy::results {
namespace {

// With five pairs the smallest two-sided p-value is 2/2⁵ = 0.0625.
constexpr std::size_t fewest_useful_pairs = 6;

std::string place(const Row& row) { return fmt::format("{} ({})", row.problem, row.evaluations); }

// Visits the cells of all rows but the second ones of Corrupted Holder Table, which have the same
// repetitions.
template <class Visit>
void for_each_cell(const ScoreTable& table, const Visit& visit) {
  for (const Row& row : table.rows)
    for (const std::string& method : table.methods) {
      const ScoreCell* cell = row.against_printed_minimum ? nullptr : table.find_cell(&row, method);
      if (cell != nullptr) visit(row, method, *cell);
    }
}

// The number of repetitions that most cells have; of several the largest.
std::size_t usual_count(const ScoreTable& table) {
  std::map<std::size_t, std::size_t> cells_with;
  for_each_cell(table,
                [&](const Row&, const std::string&, const ScoreCell& cell) { ++cells_with[cell.gap.count]; });
  std::size_t usual = 0;
  for (const auto& [count, num_cells] : cells_with)
    if (usual == 0 || num_cells >= cells_with[usual]) usual = count;
  return usual;
}

void add_unusual_counts(const ScoreTable& table, std::size_t usual, std::vector<std::string>& notes) {
  std::map<std::pair<std::string, std::size_t>, std::vector<std::string>> places;
  std::vector<std::pair<std::string, std::size_t>> order;
  for_each_cell(table, [&](const Row& row, const std::string& method, const ScoreCell& cell) {
    if (cell.gap.count == usual) return;
    std::vector<std::string>& list = places[{method, cell.gap.count}];
    if (list.empty()) order.emplace_back(method, cell.gap.count);
    list.push_back(place(row));
  });
  for (const auto& key : order)
    notes.push_back(fmt::format("{} has {} repetitions on {}; tests pair the common ones", key.first,
                                key.second, fmt::join(places[key], ", ")));
}

// Equal up to rounding: another machine may compute the same function with other last digits.
bool is_same_start(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

void add_unpaired_starts(const ScoreTable& table, std::vector<std::string>& notes) {
  std::map<std::pair<std::string, Repetition>, std::pair<std::string, double>> starts;
  std::set<std::pair<std::string, std::string>> reported;
  for_each_cell(table, [&](const Row& row, const std::string& method, const ScoreCell& cell) {
    for (const Score& score : cell.scores) {
      const auto& [first_method, first_regret] =
          starts.try_emplace({row.problem, score.repetition}, method, score.initial_regret).first->second;
      if (is_same_start(score.initial_regret, first_regret)) continue;
      if (!reported.emplace(row.problem, method).second) continue;
      notes.push_back(fmt::format(
          "on {} {} and {} do not begin at the same points (repetition {}, base seed "
          "{}), so that their runs are not pairs",
          row.problem, method, first_method, score.repetition.number, score.repetition.base_seed));
    }
  });
}

}  // namespace

std::vector<std::string> table_notes(const ScoreTable& table) {
  std::vector<std::string> notes;
  const std::size_t usual = usual_count(table);
  if (usual == 0) return notes;
  notes.push_back(fmt::format("{} repetition{}, where nothing else is said", usual, usual == 1 ? "" : "s"));
  if (usual < fewest_useful_pairs)
    notes.push_back(
        fmt::format("with fewer than {} pairs no difference can be significant at 5 %", fewest_useful_pairs));
  add_unusual_counts(table, usual, notes);
  add_unpaired_starts(table, notes);
  return notes;
}

}  // namespace craggy::results
