// Sections that put a table of ours beside the paper's.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"
#include "results/report/sections.hpp"
#include "results/score_grid.hpp"
#include "results/verdict.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

constexpr GridAlign right = GridAlign::right;

std::string_view verdict_sign(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "≈";
    case Verdict::stronger:
      return "▲";
    case Verdict::weaker:
      return "▼";
  }
  return "";
}

struct AgreementRow {
  const PaperRow* paper = nullptr;
  std::array<std::optional<Agreement>, paper_methods.size()> cells;
};

// The paper's rows of which there is anything.
std::vector<AgreementRow> agreement_rows(const ScoreTable& table) {
  std::vector<AgreementRow> rows;
  for (const PaperRow& paper : paper_rows()) {
    AgreementRow row;
    row.paper = &paper;
    bool has_any = false;
    for (std::size_t m = 0; m < paper_methods.size(); ++m) {
      row.cells.at(m) = agree(table, paper, paper_methods.at(m));
      has_any = has_any || row.cells.at(m);
    }
    if (has_any) rows.push_back(row);
  }
  return rows;
}

ScoreTable paper_columns(const RecordSet& records) {
  return available_table(records, {paper_methods.begin(), paper_methods.end()});
}

struct VerdictCounts {
  std::size_t reproduced = 0;
  std::size_t stronger = 0;
  std::size_t weaker = 0;

  void add(Verdict verdict) {
    ++(verdict == Verdict::reproduced ? reproduced : verdict == Verdict::stronger ? stronger : weaker);
  }
  std::size_t total() const { return reproduced + stronger + weaker; }
};

Grid differences_grid(const std::vector<AgreementRow>& rows) {
  Grid grid;
  grid.columns = {{"Benchmark"}, {"Evals", right}};
  for (const std::string_view method : paper_methods) grid.columns.push_back({method_title(method), right});
  for (const AgreementRow& row : rows) {
    GridRow line;
    line.cells = {{testbeds::find_problem(row.paper->problem).title},
                  {std::to_string(row.paper->evaluations)}};
    for (const std::optional<Agreement>& cell : row.cells) {
      if (cell)
        line.cells.push_back(
            {fmt::format("{} {}", signed_text(cell->difference()), verdict_sign(cell->verdict)), false});
      else
        line.cells.push_back({missing_text, false});
    }
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

Grid counts_grid(const std::vector<AgreementRow>& rows) {
  Grid grid;
  grid.columns = {{"Surrogate"}, {"reproduced ≈", right}, {"stronger ▲", right}, {"weaker ▼", right}};
  for (std::size_t m = 0; m < paper_methods.size(); ++m) {
    VerdictCounts counts;
    for (const AgreementRow& row : rows)
      if (const std::optional<Agreement>& cell = row.cells.at(m)) counts.add(cell->verdict);
    if (counts.total() == 0) continue;
    grid.rows.push_back({{{method_title(paper_methods.at(m))},
                          {std::to_string(counts.reproduced)},
                          {std::to_string(counts.stronger)},
                          {std::to_string(counts.weaker)}},
                         false});
  }
  return grid;
}

Grid details_grid(const std::vector<AgreementRow>& rows, const ScoreTable& table) {
  Grid grid;
  grid.columns = {{"Benchmark"},         {"Evals", right}, {"Surrogate"},
                  {"Here", right},       {"95 %", right},  {"Printed", right},
                  {"Difference", right}, {"2 SE", right},  {"Verdict"}};
  for (const AgreementRow& row : rows)
    for (std::size_t m = 0; m < paper_methods.size(); ++m) {
      const std::optional<Agreement>& cell = row.cells.at(m);
      if (!cell || cell->verdict == Verdict::reproduced) continue;
      const bool printed_scale = row.paper->problem == "corrupted_holder_table";
      const ScoreCell* ours = table.find_cell(
          table.find_row(row.paper->problem, row.paper->evaluations, printed_scale), paper_methods.at(m));
      grid.rows.push_back({{{testbeds::find_problem(row.paper->problem).title},
                            {std::to_string(row.paper->evaluations)},
                            {method_title(paper_methods.at(m))},
                            {three_decimals(cell->ours)},
                            {fmt::format("{} to {}", three_decimals(ours->gap_interval.low),
                                         three_decimals(ours->gap_interval.high))},
                            {three_decimals(cell->printed)},
                            {signed_text(cell->difference())},
                            {three_decimals(2.0 * cell->standard_error)},
                            {std::string(verdict_name(cell->verdict))}},
                           false});
    }
  return grid;
}

}  // namespace

std::vector<std::string> main_methods(const RecordSet& records) {
  std::vector<std::string> wanted(paper_methods.begin(), paper_methods.end());
  wanted.emplace_back("craggy");
  return available_methods(records, wanted);
}

std::string gap_sections(const RecordSet& records) {
  const std::vector<std::string> methods = main_methods(records);
  std::string text;
  if (!methods.empty())
    text += section("Mean gap here",
                    "Higher is better. Corrupted Holder Table is scored against its exact infimum, "
                    "-20.6003, and below that against the -20.99 of the paper; Corrupted Exponential "
                    "against the paper's -0.99.",
                    gap_grid(score_table(records, {.methods = methods})));
  return text + section("Mean gap in the paper", "", paper_gap_grid());
}

std::string agreement_summary(const RecordSet& records) {
  VerdictCounts counts;
  for (const AgreementRow& row : agreement_rows(paper_columns(records)))
    for (const std::optional<Agreement>& cell : row.cells)
      if (cell) counts.add(cell->verdict);
  if (counts.total() == 0) return "";
  return fmt::format("{} of {} reproduced, {} stronger than printed, {} weaker", counts.reproduced,
                     counts.total(), counts.stronger, counts.weaker);
}

std::string agreement_sections(const RecordSet& records) {
  const ScoreTable table = paper_columns(records);
  const std::vector<AgreementRow> rows = agreement_rows(table);
  if (rows.empty()) return "";
  std::string text = section("Differences",
                             "Our mean gap minus the printed one, Corrupted Holder Table on the paper's "
                             "scale. A figure is reproduced (≈) if the two means are within two standard "
                             "errors of their difference (and the rounding of a printed figure, 0.0005); "
                             "else ours is stronger (▲) or weaker (▼). The paper prints no spread of gaps: "
                             "it is taken from that of its regrets, divided by its mean initial regret or "
                             "relative to 1 − gap, whichever is larger. With 20 repetitions on either side "
                             "one figure in twenty differs by more than that by chance.",
                             differences_grid(rows));
  text += to_markdown(counts_grid(rows)) + '\n';
  const Grid details = details_grid(rows, table);
  if (!details.rows.empty()) text += "The figures that differ:\n\n" + to_markdown(details) + '\n';
  return text;
}

std::string regret_sections(const RecordSet& records) {
  const std::vector<std::string> methods = main_methods(records);
  std::string text;
  if (!methods.empty())
    text += section("Regret here", "Mean ± standard deviation; lower is better.",
                    regret_grid(score_table(records, {.methods = methods, .measure = Measure::regret})));
  return text + section("Regret in the paper", "", paper_regret_grid());
}

}  // namespace craggy::results
