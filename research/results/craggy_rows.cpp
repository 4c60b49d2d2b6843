#include "results/craggy_rows.hpp"

#include <cmath>
#include <utility>

#include "results/holm.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"

namespace craggy::results {
namespace {

// The paper's Branin01 cannot come from its protocol, and its networks were trained with other data and
// seeds.
bool is_comparable(const std::string& problem) {
  return problem != "branin01" && problem != "nn_boston" && problem != "nn_climate";
}

void add_rival(const ScoreTable& table, const Row& scored, const ScoreCell& craggy, CraggyRow& row) {
  const ScoreCell* best = nullptr;
  for (const std::string& method : table.methods) {
    const ScoreCell* cell = method == "craggy" ? nullptr : table.find_cell(&scored, method);
    if (cell == nullptr || (best != nullptr && cell->gap.mean <= best->gap.mean)) continue;
    best = cell;
    row.rival = method;
  }
  if (best == nullptr) return;
  row.rival_gap = best->gap.mean;
  row.against_rival = compare(craggy, *best, Measure::gap);
}

}  // namespace

bool CraggyRow::reaches_paper() const {
  return printed_gap && std::lround(gap * 1000.0) >= std::lround(*printed_gap * 1000.0);
}

bool CraggyRow::is_significantly_worse() const {
  return against_rival.is_behind() && adjusted_p_value < significance;
}

std::vector<CraggyRow> craggy_rows(const RecordSet& records, Rivals rivals) {
  std::vector<std::string> methods = {"craggy"};
  for (const std::string_view method : paper_methods) {
    methods.emplace_back(method);
    if (rivals == Rivals::sampled) methods.push_back(std::string(method) + ":sampled");
  }
  const ScoreTable table = available_table(records, methods);
  std::vector<CraggyRow> rows;
  std::vector<double> p_values;
  for (const Row& scored : table.rows) {
    // Of the two rows of Corrupted Holder Table, the one on the paper's scale.
    const bool has_other_scale = !scored.against_printed_minimum &&
                                 table.find_row(scored.problem, scored.evaluations, true) != nullptr;
    const ScoreCell* craggy = table.find_cell(&scored, "craggy");
    if (craggy == nullptr || has_other_scale) continue;
    CraggyRow row;
    row.problem = scored.problem;
    row.evaluations = scored.evaluations;
    row.gap = craggy->gap.mean;
    if (const PaperRow* paper = find_paper_row(scored.problem, scored.evaluations)) {
      row.printed_gap = paper->best_gap();
      row.counts = is_comparable(scored.problem);
    }
    add_rival(table, scored, *craggy, row);
    if (row.rival) p_values.push_back(row.against_rival.p_value);
    rows.push_back(std::move(row));
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  auto next = adjusted.begin();
  for (CraggyRow& row : rows)
    if (row.rival) row.adjusted_p_value = *next++;
  return rows;
}

}  // namespace craggy::results
