#include "results/peers.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "results/method_name.hpp"
#include "results/paper_view.hpp"
#include "results/ranks.hpp"
#include "results/seconds_table.hpp"

namespace craggy::results {
namespace {

// Of fewer, neither ranks nor a test say much.
constexpr std::size_t fewest_repetitions = 5;

struct MethodCell {
  std::string method;
  const ScoreCell* cell;
};

std::vector<std::string> compared_methods(const RecordSet& records) {
  std::vector<std::string> methods = available_methods(records, {"craggy", "latent", "noiseless"});
  for (const std::string& method : records.methods())
    if (split_method(method).is_peer) methods.push_back(method);
  return methods;
}

// The lengths of runs that peers have, by problem.
std::map<std::string, std::set<std::size_t>> peer_lengths(const RecordSet& records) {
  std::map<std::string, std::set<std::size_t>> lengths;
  records.for_each([&](const experiments::Record& record) {
    if (split_method(record.method).is_peer) lengths[record.problem].insert(record.evaluations());
  });
  return lengths;
}

std::vector<Repetition> common_repetitions(const std::vector<MethodCell>& cells) {
  std::map<Repetition, std::size_t> counts;
  for (const MethodCell& each : cells)
    for (const Score& score : each.cell->scores) ++counts[score.repetition];
  std::vector<Repetition> common;
  for (const auto& [repetition, count] : counts)
    if (count == cells.size()) common.push_back(repetition);
  return common;
}

double gap_of(const ScoreCell& cell, const Repetition& repetition) {
  return std::find_if(cell.scores.begin(), cell.scores.end(),
                      [&](const Score& score) { return score.repetition == repetition; })
      ->gap;
}

// The mean rank of each method over the repetitions; the highest gap has rank 1.
std::vector<double> mean_ranks(const std::vector<MethodCell>& cells,
                               const std::vector<Repetition>& repetitions) {
  std::vector<double> sums(cells.size(), 0.0);
  for (const Repetition& repetition : repetitions) {
    std::vector<double> losses;
    losses.reserve(cells.size());
    for (const MethodCell& each : cells) losses.push_back(-gap_of(*each.cell, repetition));
    const std::vector<double> ranks = average_ranks(losses);
    for (std::size_t i = 0; i < ranks.size(); ++i) sums[i] += ranks[i];
  }
  for (double& sum : sums)
    sum = repetitions.empty() ? std::numeric_limits<double>::quiet_NaN()
                              : sum / static_cast<double>(repetitions.size());
  return sums;
}

std::vector<MethodCell> cells_of(const ScoreTable& table, const Row* row,
                                 const std::vector<std::string>& methods) {
  std::vector<MethodCell> cells;
  for (const std::string& method : methods)
    if (const ScoreCell* cell = table.find_cell(row, method)) cells.push_back({method, cell});
  return cells;
}

std::optional<double> seconds_of_longest(const RecordSet& records, const std::string& problem,
                                         const std::string& method) {
  std::size_t longest = 0;
  for (const auto& [repetition, record] : records.runs(problem, method))
    longest = std::max(longest, record.evaluations());
  return seconds_per_suggestion(records, problem, method, longest);
}

PeerRow make_row(const RecordSet& records, const ScoreTable& table, const Row& row,
                 const std::vector<std::string>& methods) {
  PeerRow result;
  result.problem = row.problem;
  result.evaluations = row.evaluations;
  const std::vector<MethodCell> cells = cells_of(table, &row, methods);
  const std::vector<Repetition> common = common_repetitions(cells);
  const std::vector<double> ranks = mean_ranks(cells, common);
  result.num_ranked = common.size();
  const ScoreCell* craggy = table.find_cell(&row, "craggy");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    PeerLine line;
    line.method = cells[i].method;
    line.gap = cells[i].cell->gap;
    line.rank = ranks[i];
    if (craggy != nullptr && cells[i].cell != craggy)
      line.against_craggy = compare(*cells[i].cell, *craggy, Measure::gap);
    line.seconds = seconds_of_longest(records, row.problem, line.method);
    result.lines.push_back(std::move(line));
  }
  return result;
}

}  // namespace

std::vector<PeerRow> peer_rows(const RecordSet& records) {
  const std::map<std::string, std::set<std::size_t>> lengths = peer_lengths(records);
  if (lengths.empty()) return {};
  const std::vector<std::string> methods = compared_methods(records);
  const ScoreTable table = score_table(records, {.methods = methods});
  std::vector<PeerRow> rows;
  for (const Row& row : table.rows) {
    const auto found = lengths.find(row.problem);
    if (found == lengths.end() || !found->second.contains(row.evaluations) || row.against_printed_minimum)
      continue;
    rows.push_back(make_row(records, table, row, methods));
  }
  return rows;
}

std::vector<PeerTotal> peer_totals(const RecordSet& records) {
  const std::map<std::string, std::set<std::size_t>> lengths = peer_lengths(records);
  if (lengths.empty()) return {};
  std::vector<std::string> methods = compared_methods(records);
  const ScoreTable table = score_table(records, {.methods = methods});
  std::vector<const Row*> rows;
  rows.reserve(lengths.size());
  for (const auto& [problem, known] : lengths) rows.push_back(table.find_row(problem, *known.rbegin()));
  std::erase_if(methods, [&](const std::string& method) {
    return std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
      const ScoreCell* cell = table.find_cell(row, method);
      return cell == nullptr || cell->gap.count < fewest_repetitions;
    });
  });

  std::vector<PeerTotal> totals;
  totals.reserve(methods.size());
  for (const std::string& method : methods) totals.push_back({.method = method});
  const auto num_rows = static_cast<double>(rows.size());
  for (const Row* row : rows) {
    const std::vector<MethodCell> cells = cells_of(table, row, methods);
    const std::vector<Repetition> common = common_repetitions(cells);
    const std::vector<double> ranks = mean_ranks(cells, common);
    const ScoreCell* craggy = table.find_cell(row, "craggy");
    for (std::size_t i = 0; i < totals.size(); ++i) {
      PeerTotal& total = totals[i];
      total.mean_rank += ranks[i] / num_rows;
      const auto fewest = [&](std::size_t so_far, std::size_t here) {
        return row == rows.front() ? here : std::min(so_far, here);
      };
      total.num_repetitions = fewest(total.num_repetitions, cells[i].cell->gap.count);
      total.num_ranked = fewest(total.num_ranked, common.size());
      total.seconds += seconds_of_longest(records, row->problem, total.method)
                           .value_or(std::numeric_limits<double>::quiet_NaN()) /
                       num_rows;
      total.mean_difference +=
          craggy == nullptr ? std::numeric_limits<double>::quiet_NaN()
                            : compare(*cells[i].cell, *craggy, Measure::gap).mean_difference / num_rows;
      if (craggy == nullptr) continue;
      total.num_better += significantly_better(*cells[i].cell, *craggy) ? 1 : 0;
      total.num_worse += significantly_better(*craggy, *cells[i].cell) ? 1 : 0;
    }
  }
  std::stable_sort(totals.begin(), totals.end(),
                   [](const PeerTotal& a, const PeerTotal& b) { return a.mean_rank < b.mean_rank; });
  return totals;
}

}  // namespace craggy::results
