// Only characters that every engine and encoding knows: what lies beyond ASCII becomes a command.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "results/grid.hpp"

namespace craggy::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> replacements = {{
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"^", "\\textasciicircum{}"},
    {"±", "$\\pm$"},
    {"–", "--"},
    {"−", "$-$"},
    {"≥", "$\\geq$"},
    {"≤", "$\\leq$"},
    {"σ", "$\\sigma$"},
    {"√", "$\\surd$"},
    {"≈", "$\\approx$"},
    {"×", "$\\times$"},
}};

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::string_view source = text.substr(0, 1);
    std::string_view target = source;
    for (const auto& [from, to] : replacements)
      if (text.starts_with(from)) {
        source = from;
        target = to;
      }
    result += target;
    text.remove_prefix(source.size());
  }
  // A number's minus is longer than a hyphen.
  if (result.size() > 1 && result[0] == '-' && result[1] >= '0' && result[1] <= '9')
    result = "$-$" + result.substr(1);
  return result;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "    ";
  for (std::size_t c = 0; c < cells.size(); ++c) line += (c == 0 ? "" : " & ") + cells[c];
  return line + " \\\\\n";
}

// Sentences are set as paragraphs that share the width of the page.
constexpr std::size_t longest_cell = 60;

bool holds_sentences(const Grid& grid, std::size_t column) {
  return std::any_of(grid.rows.begin(), grid.rows.end(),
                     [&](const GridRow& row) { return row.cells[column].text.size() > longest_cell; });
}

std::string column_types(const Grid& grid) {
  std::vector<bool> wide;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) wide.push_back(holds_sentences(grid, c));
  const auto num_wide = static_cast<double>(std::count(wide.begin(), wide.end(), true));
  std::string types;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    if (wide[c])
      types += fmt::format("p{{{:.2f}\\linewidth}}", 0.85 / num_wide);
    else
      types += grid.columns[c].align == GridAlign::left ? 'l' : 'r';
  }
  return types;
}

}  // namespace

std::string to_latex(const Grid& grid) {
  std::string result = "% needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\small\n";
  if (!grid.caption.empty()) result += "  \\caption{" + escaped(grid.caption) + "}\n";
  result += "  \\begin{tabular}{@{}" + column_types(grid) + "@{}}\n";
  std::vector<std::string> titles;
  titles.reserve(grid.columns.size());
  for (const GridColumn& column : grid.columns) titles.push_back(escaped(column.title));
  result += "    \\toprule\n" + line_of(titles) + "    \\midrule\n";
  for (const GridRow& row : grid.rows) {
    if (row.rule_above) result += "    \\midrule\n";
    std::vector<std::string> cells;
    cells.reserve(row.cells.size());
    for (const GridCell& cell : row.cells)
      cells.push_back(cell.strong ? "\\textbf{" + escaped(cell.text) + "}" : escaped(cell.text));
    result += line_of(cells);
  }
  result += "    \\bottomrule\n  \\end{tabular}\n";
  std::vector<std::string> notes = grid.notes;
  if (!grid.strong_means.empty()) notes.push_back("bold: " + grid.strong_means);
  for (const std::string& note : notes) result += "\n  \\footnotesize " + escaped(note) + '\n';
  return result + "\\end{table}\n";
}

}  // namespace craggy::results
