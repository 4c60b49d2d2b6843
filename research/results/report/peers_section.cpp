#include <fmt/format.h>

#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/peers.hpp"
#include "results/report/sections.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

constexpr GridAlign right = GridAlign::right;

Grid totals_grid(const std::vector<PeerTotal>& totals) {
  Grid grid;
  grid.columns = {{"Method"},           {"Repetitions", right},
                  {"Mean rank", right}, {"Ranked", right},
                  {"− craggy", right},  {"Better than craggy", right},
                  {"Worse", right},     {"Seconds per suggestion", right}};
  for (const PeerTotal& total : totals)
    grid.rows.push_back({{{method_title(total.method)},
                          {std::to_string(total.num_repetitions)},
                          {fmt::format("{:.2f}", total.mean_rank)},
                          {std::to_string(total.num_ranked)},
                          {total.method == "craggy" ? missing_text : signed_text(total.mean_difference)},
                          {std::to_string(total.num_better)},
                          {std::to_string(total.num_worse)},
                          {seconds_text(total.seconds)}},
                         false});
  return grid;
}

Grid rows_grid(const std::vector<PeerRow>& rows) {
  Grid grid;
  grid.columns = {{"Benchmark"},       {"Evals", right},     {"Method"},        {"Repetitions", right},
                  {"Mean gap", right}, {"Mean rank", right}, {"Ranked", right}, {"− craggy", right},
                  {"Pairs", right},    {"p", right},         {"Seconds", right}};
  grid.strong_means = "significantly different from craggy at 5 % by the two-sided paired Wilcoxon test";
  for (const PeerRow& row : rows)
    for (const PeerLine& line : row.lines) {
      const bool is_different = line.against_craggy && line.against_craggy->p_value < significance;
      GridRow cells;
      cells.cells = {{testbeds::find_problem(row.problem).title},
                     {std::to_string(row.evaluations)},
                     {method_title(line.method)},
                     {std::to_string(line.gap.count)},
                     {three_decimals(line.gap.mean)},
                     {row.num_ranked > 0 ? fmt::format("{:.1f}", line.rank) : missing_text},
                     {std::to_string(row.num_ranked)},
                     {line.against_craggy ? signed_text(line.against_craggy->mean_difference) : missing_text,
                      is_different},
                     {line.against_craggy ? std::to_string(line.against_craggy->num_pairs) : missing_text},
                     {line.against_craggy ? p_text(line.against_craggy->p_value) : missing_text},
                     {line.seconds ? seconds_text(*line.seconds) : missing_text}};
      cells.rule_above = !grid.rows.empty() && &line == &row.lines.front();
      grid.rows.push_back(std::move(cells));
    }
  return grid;
}

}  // namespace

std::string peers_section(const RecordSet& records) {
  const std::vector<PeerRow> rows = peer_rows(records);
  if (rows.empty()) return "";
  const std::vector<PeerTotal> totals = peer_totals(records);
  std::string text =
      section("Other optimisers",
              "From the same initial points. Ranks are within a repetition, 1 the highest gap, averaged over "
              "the repetitions that all methods of a row have (\"ranked\"); then over problems, for methods "
              "with five repetitions or more of all of them. \"− craggy\" is the difference of the gaps on "
              "the repetitions that both have, averaged over the problems. \"Better\" and \"worse\" count "
              "problems with a significant difference from craggy (two-sided paired Wilcoxon, 5 %; mean and "
              "ranks have to agree); five or fewer pairs cannot have one.",
              totals_grid(totals));
  return text + to_markdown(rows_grid(rows)) + '\n';
}

}  // namespace craggy::results
