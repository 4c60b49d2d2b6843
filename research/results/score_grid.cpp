#include "results/score_grid.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/function_maximum.hpp"
#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::results {
namespace {

using problems::Problem;

constexpr GridAlign right = GridAlign::right;

// The paper's table has three parts: 50 evaluations, 100 evaluations, and problems from practice.
bool is_from_practice(const std::string& problem) {
  return problem == "nn_boston" || problem == "nn_climate" || problem == "robot_pushing";
}

// Rows of other parts of the table have a rule between them.
template <class AnyRow>
bool begins_part(const AnyRow& row, const AnyRow& previous) {
  return row.evaluations != previous.evaluations ||
         is_from_practice(row.problem) != is_from_practice(previous.problem);
}

std::string properties_text(const Problem& problem) {
  if (problem.properties.empty()) return is_from_practice(problem.name) ? "unknown" : "none";
  return fmt::format("{}", fmt::join(problem.properties, ", "));
}

std::vector<GridColumn> gap_columns() {
  return {{"Benchmark"}, {"Evals", right}, {"Dim", right}, {"Properties"}};
}

std::vector<GridColumn> regret_columns() {
  return {{"Benchmark"},       {"Evals", right},    {"Dim", right},
          {"Func Max", right}, {"Func Min", right}, {"Initial regret", right}};
}

void add_method_columns(const std::vector<std::string>& methods, Grid& grid) {
  for (const std::string& method : methods) grid.columns.push_back({method_title(method), right});
}

std::string count_text(std::size_t count) { return std::to_string(count); }

std::vector<std::string> paper_method_names() { return {paper_methods.begin(), paper_methods.end()}; }

std::string strong_meaning(Measure measure) {
  return fmt::format(
      "not significantly different from the best mean {} (two-sided paired Wilcoxon signed-rank "
      "test at 5 %)",
      measure == Measure::gap ? "gap" : "regret");
}

// One line per row: what it begins with, which is empty for a row that is left out, then a cell per method.
template <typename Head, typename Score>
Grid score_grid(const ScoreTable& table, std::vector<GridColumn> columns, const Head& head,
                const Score& score) {
  Grid grid;
  grid.columns = std::move(columns);
  add_method_columns(table.methods, grid);
  const Row* previous = nullptr;
  for (const Row& row : table.rows) {
    GridRow line;
    line.cells = head(row, testbeds::find_problem(row.problem));
    if (line.cells.empty()) continue;
    line.rule_above = previous != nullptr && begins_part(row, *previous);
    previous = &row;
    for (const std::optional<ScoreCell>& cell : row.cells)
      line.cells.push_back(cell ? GridCell{score(*cell), cell->best} : GridCell{missing_text});
    grid.rows.push_back(std::move(line));
  }
  grid.notes = table.notes;
  grid.strong_means = strong_meaning(table.measure);
  return grid;
}

}  // namespace

Grid gap_grid(const ScoreTable& table) {
  const auto head = [](const Row& row, const Problem& problem) -> std::vector<GridCell> {
    return {{row.against_printed_minimum ? problem.title + ", against -20.99" : problem.title},
            {count_text(row.evaluations)},
            {count_text(problem.dim())},
            {properties_text(problem)}};
  };
  Grid grid = score_grid(table, gap_columns(), head,
                         [](const ScoreCell& cell) { return three_decimals(cell.gap.mean); });
  grid.caption = "Mean gap; higher is better.";
  return grid;
}

Grid regret_grid(const ScoreTable& table) {
  const auto head = [](const Row& row, const Problem& problem) -> std::vector<GridCell> {
    if (row.against_printed_minimum) return {};
    return {{problem.title},
            {count_text(row.evaluations)},
            {count_text(problem.dim())},
            {two_decimals(function_maximum(row.problem))},
            {two_decimals(row.reference)},
            {mean_and_sd(row.initial_regret.mean, row.initial_regret.sd)}};
  };
  Grid grid = score_grid(table, regret_columns(), head,
                         [](const ScoreCell& cell) { return mean_and_sd(cell.regret.mean, cell.regret.sd); });
  grid.caption = "Regret, mean and standard deviation; lower is better.";
  return grid;
}

Grid score_data(const ScoreTable& table) {
  Grid grid;
  grid.columns = {{"problem"},
                  {"evaluations", right},
                  {"surrogate"},
                  {"repetitions", right},
                  {"mean_gap", right},
                  {"gap_low", right},
                  {"gap_high", right},
                  {"mean_regret", right},
                  {"sd_regret", right},
                  {"best"},
                  {"mean_gap_printed_minimum", right}};
  for (const Row& row : table.rows) {
    if (row.against_printed_minimum) continue;
    const Row* printed = table.find_row(row.problem, row.evaluations, true);
    for (const std::string& method : table.methods) {
      const ScoreCell* cell = table.find_cell(&row, method);
      if (cell == nullptr) continue;
      const ScoreCell* printed_cell = table.find_cell(printed, method);
      GridRow line;
      line.cells = {{row.problem},
                    {count_text(row.evaluations)},
                    {method},
                    {count_text(cell->gap.count)},
                    {exact_text(cell->gap.mean)},
                    {exact_text(cell->gap_interval.low)},
                    {exact_text(cell->gap_interval.high)},
                    {exact_text(cell->regret.mean)},
                    {exact_text(cell->regret.sd)},
                    {cell->best ? "true" : "false"},
                    {printed_cell == nullptr ? "" : exact_text(printed_cell->gap.mean)}};
      grid.rows.push_back(std::move(line));
    }
  }
  return grid;
}

namespace {

// A table of the paper: what stands before the methods in each row, and what it says of each method.
template <class Lead, class OfMethod>
Grid paper_grid(std::string caption, std::vector<GridColumn> columns, const Lead& lead,
                const OfMethod& of_method) {
  Grid grid;
  grid.caption = std::move(caption);
  grid.columns = std::move(columns);
  add_method_columns(paper_method_names(), grid);
  const PaperRow* previous = nullptr;
  for (const PaperRow& row : paper_rows()) {
    GridRow line;
    line.rule_above = previous != nullptr && begins_part(row, *previous);
    previous = &row;
    line.cells = lead(row);
    for (const std::optional<PaperCell>& cell : row.cells)
      line.cells.push_back(cell ? of_method(*cell) : GridCell{missing_text});
    grid.rows.push_back(std::move(line));
  }
  return grid;
}

}  // namespace

Grid paper_gap_grid() {
  return paper_grid(
      "Mean gap as printed in the paper.", gap_columns(),
      [](const PaperRow& row) -> std::vector<GridCell> {
        return {{testbeds::find_problem(row.problem).title},
                {count_text(row.evaluations)},
                {count_text(row.dim)},
                {row.properties}};
      },
      [](const PaperCell& cell) {
        return GridCell{three_decimals(cell.gap), cell.bold};
      });
}

Grid paper_regret_grid() {
  return paper_grid(
      "Regret as printed in the paper, mean and standard deviation.", regret_columns(),
      [](const PaperRow& row) -> std::vector<GridCell> {
        return {{testbeds::find_problem(row.problem).title},
                {count_text(row.evaluations)},
                {count_text(row.dim)},
                {row.function_max ? two_decimals(row.function_max) : "unknown"},
                {two_decimals(row.function_min)},
                {mean_and_sd(row.mean_initial_regret, row.sd_initial_regret)}};
      },
      [](const PaperCell& cell) { return GridCell{mean_and_sd(cell.mean_regret, cell.sd_regret)}; });
}

}  // namespace craggy::results
