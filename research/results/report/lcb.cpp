#include <fmt/format.h>

#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"
#include "results/report/sections.hpp"
#include "results/verdict.hpp"

namespace craggy::results {

std::string lcb_section(const RecordSet& records) {
  std::vector<std::string> wanted;
  for (const std::string_view method : paper_methods) {
    wanted.emplace_back(method);
    wanted.push_back(std::string(method) + ":lcb");
  }
  const ScoreTable table = available_table(records, wanted);
  const PaperRow& paper = *find_paper_row("corrupted_exponential", 100);
  const Row* row = table.find_row(paper.problem, paper.evaluations);
  Grid grid;
  grid.columns = {{"Surrogate"},
                  {"EI here", GridAlign::right},
                  {"EI printed", GridAlign::right},
                  {"LCB here", GridAlign::right},
                  {"LCB printed", GridAlign::right},
                  {"Verdict on LCB"},
                  {"LCB − EI here", GridAlign::right},
                  {"p", GridAlign::right}};
  for (const std::string_view method : paper_methods) {
    const ScoreCell* lcb = table.find_cell(row, std::string(method) + ":lcb");
    const std::optional<double> printed = paper_lcb_gap(method);
    if (lcb == nullptr || !printed) continue;
    const ScoreCell* ei = table.find_cell(row, method);
    const PaperCell printed_ei = *paper.cell(method);
    // The paper prints no spread for this table; that of its runs with EI stands in.
    const Agreement agreement = agree(lcb->gap, *printed, paper_gap_sd(paper, printed_ei));
    GridRow line;
    line.cells = {
        {method_title(method)},           {ei == nullptr ? missing_text : three_decimals(ei->gap.mean)},
        {three_decimals(printed_ei.gap)}, {three_decimals(lcb->gap.mean)},
        {three_decimals(*printed)},       {std::string(verdict_name(agreement.verdict))}};
    if (ei == nullptr) {
      line.cells.push_back({missing_text});
      line.cells.push_back({missing_text});
    } else {
      const PairedComparison comparison = compare(*lcb, *ei, Measure::gap);
      line.cells.push_back({signed_text(comparison.mean_difference)});
      line.cells.push_back({p_text(comparison.p_value)});
    }
    grid.rows.push_back(std::move(line));
  }
  if (grid.rows.empty()) return "";
  return section("The lower confidence bound",
                 "Corrupted Exponential, 100 evaluations, mean gap, weight 2. The paper prints no spread for "
                 "its figures with LCB; verdicts take that of its runs with EI.",
                 grid);
}

}  // namespace craggy::results
