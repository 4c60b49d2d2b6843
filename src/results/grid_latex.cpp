// Only characters that every engine and encoding knows: what lies beyond ASCII becomes a command.
#include <array>
#include <string_view>
#include <utility>

#include <craggy/results/grid.hpp>

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

}  // namespace

std::string to_latex(const Grid& grid) {
  std::string result = "% needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\small\n";
  if (!grid.caption.empty()) result += "  \\caption{" + escaped(grid.caption) + "}\n";
  result += "  \\begin{tabular}{@{}";
  std::vector<std::string> titles;
  for (const GridColumn& column : grid.columns) {
    result += column.align == GridAlign::left ? 'l' : 'r';
    titles.push_back(escaped(column.title));
  }
  result += "@{}}\n    \\toprule\n" + line_of(titles) + "    \\midrule\n";
  for (const GridRow& row : grid.rows) {
    if (row.rule_above) result += "    \\midrule\n";
    std::vector<std::string> cells;
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
