#include "results/score_table.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"
#include "experiments/protocol.hpp"
#include "problems/score.hpp"
#include "results/paper_tables.hpp"
#include "results/table_notes.hpp"
#include "results/wilcoxon.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

struct RowKey {
  std::string problem;
  std::size_t evaluations;
};

// The paper's rows first and in its order, then the others by number of evaluations.
std::vector<RowKey> row_keys(const RecordSet& records, const std::vector<std::string>& methods) {
  std::map<std::string, std::set<std::size_t>> lengths;
  for (const std::string& problem : records.problems())
    for (const std::string& method : methods)
      for (const auto& [repetition, record] : records.runs(problem, method))
        if (record.evaluations() >= experiments::num_initial_points)
          lengths[problem].insert(record.evaluations());

  std::vector<RowKey> keys;
  for (const PaperRow& row : paper_rows()) {
    const auto found = lengths.find(row.problem);
    if (found != lengths.end() && *found->second.rbegin() >= row.evaluations)
      keys.push_back({row.problem, row.evaluations});
  }
  std::vector<RowKey> others;
  for (const std::string& problem : records.problems())
    for (const std::size_t evaluations : lengths[problem])
      if (find_paper_row(problem, evaluations) == nullptr) others.push_back({problem, evaluations});
  std::stable_sort(others.begin(), others.end(),
                   [](const RowKey& a, const RowKey& b) { return a.evaluations < b.evaluations; });
  keys.insert(keys.end(), others.begin(), others.end());
  return keys;
}

std::vector<double> values_of(const std::vector<Score>& scores, Measure measure) {
  std::vector<double> values;
  values.reserve(scores.size());
  for (const Score& score : scores) values.push_back(score.value(measure));
  return values;
}

std::optional<ScoreCell> make_cell(const RecordSet::Runs& runs, std::size_t evaluations, double reference) {
  ScoreCell cell;
  for (const auto& [repetition, record] : runs) {
    if (record.evaluations() < evaluations) continue;
    const double best = record.best[evaluations - 1];
    cell.scores.push_back({.repetition = repetition,
                           .initial_regret = problems::regret(record.first(), reference),
                           .gap = problems::gap(record.first(), best, reference),
                           .regret = problems::regret(best, reference)});
  }
  if (cell.scores.empty()) return std::nullopt;
  cell.gap = summarise(values_of(cell.scores, Measure::gap));
  cell.gap_interval = mean_interval(cell.gap);
  cell.regret = summarise(values_of(cell.scores, Measure::regret));
  return cell;
}

// Methods start at the same points, so that each repetition has one initial regret.
Summary initial_regret(const std::vector<std::optional<ScoreCell>>& cells) {
  std::map<Repetition, double> regrets;
  for (const std::optional<ScoreCell>& cell : cells)
    if (cell)
      for (const Score& score : cell->scores) regrets.emplace(score.repetition, score.initial_regret);
  std::vector<double> values;
  values.reserve(regrets.size());
  for (const auto& [repetition, regret] : regrets) values.push_back(regret);
  return summarise(values);
}

// Deviation: none from the paper's rule, but what it leaves open: a method that shares no repetition with the
// best cannot be tested and is not called as good.
void mark_best(std::vector<std::optional<ScoreCell>>& cells, Measure measure) {
  const double sign = measure == Measure::gap ? 1.0 : -1.0;
  const ScoreCell* best = nullptr;
  for (const std::optional<ScoreCell>& cell : cells)
    if (cell && (best == nullptr || sign * cell->summary(measure).mean > sign * best->summary(measure).mean))
      best = &*cell;
  for (std::optional<ScoreCell>& cell : cells) {
    if (!cell) continue;
    const PairedComparison comparison = compare(*cell, *best, measure);
    cell->best = &*cell == best || (comparison.num_pairs > 0 && comparison.p_value >= significance);
  }
}

Row make_row(const RecordSet& records, const ScoreTable& table, const RowKey& key, double reference,
             bool against_printed_minimum) {
  Row row;
  row.problem = key.problem;
  row.evaluations = key.evaluations;
  row.reference = reference;
  row.against_printed_minimum = against_printed_minimum;
  for (const std::string& method : table.methods)
    row.cells.push_back(make_cell(records.runs(key.problem, method), key.evaluations, reference));
  row.initial_regret = initial_regret(row.cells);
  mark_best(row.cells, table.measure);
  return row;
}

}  // namespace

const Row* ScoreTable::find_row(std::string_view problem, std::size_t evaluations,
                                bool against_printed_minimum) const {
  for (const Row& row : rows)
    if (row.problem == problem && row.evaluations == evaluations &&
        row.against_printed_minimum == against_printed_minimum)
      return &row;
  return nullptr;
}

const ScoreCell* ScoreTable::find_cell(const Row* row, std::string_view method) const {
  const auto found = std::find(methods.begin(), methods.end(), method);
  if (row == nullptr || found == methods.end()) return nullptr;
  const std::optional<ScoreCell>& cell = row->cells[static_cast<std::size_t>(found - methods.begin())];
  return cell ? &*cell : nullptr;
}

ScoreTable score_table(const RecordSet& records, const ScoreOptions& options) {
  ScoreTable table;
  table.measure = options.measure;
  const std::vector<std::string> known = records.methods();
  for (const std::string& method : options.methods) check_known("method", method, known);
  table.methods = options.methods.empty() ? known : options.methods;
  for (const RowKey& key : row_keys(records, table.methods)) {
    const double reference = testbeds::find_problem(key.problem).score_reference;
    table.rows.push_back(make_row(records, table, key, reference, false));
    if (key.problem == "corrupted_holder_table")
      table.rows.push_back(make_row(records, table, key, printed_corrupted_holder_minimum, true));
  }
  table.notes = table_notes(table);
  return table;
}

PairedComparison compare(const ScoreCell& a, const ScoreCell& b, Measure measure) {
  std::vector<double> values_a;
  std::vector<double> values_b;
  auto other = b.scores.begin();
  for (const Score& score : a.scores) {
    while (other != b.scores.end() && other->repetition < score.repetition) ++other;
    if (other == b.scores.end() || other->repetition != score.repetition) continue;
    values_a.push_back(score.value(measure));
    values_b.push_back(other->value(measure));
  }
  PairedComparison comparison;
  comparison.num_pairs = values_a.size();
  comparison.mean_difference = values_a.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                : summarise(values_a).mean - summarise(values_b).mean;
  const WilcoxonTest test = wilcoxon_signed_rank(values_a, values_b);
  comparison.rank_difference = test.positive_ranks - test.negative_ranks;
  comparison.p_value = test.p_value;
  return comparison;
}

bool significantly_better(const ScoreCell& a, const ScoreCell& b) {
  const PairedComparison comparison = compare(a, b, Measure::gap);
  return comparison.is_ahead() && comparison.p_value < significance;
}

}  // namespace craggy::results
