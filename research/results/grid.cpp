#include "results/grid.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace craggy::results {
namespace {

// Columns that UTF-8 text without wide characters takes: all bytes but those that continue a character.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t width, GridAlign align) {
  const std::size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return align == GridAlign::left ? text + blanks : blanks + text;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string escaped_for_markdown(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*') result += '\\';
    result += c;
  }
  return result;
}

std::string quoted_for_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

// All notes, that on bold with its name in front.
std::vector<std::string> notes_of(const Grid& grid, const std::string& strong_name) {
  std::vector<std::string> notes = grid.notes;
  if (!grid.strong_means.empty()) notes.push_back(strong_name + ": " + grid.strong_means);
  return notes;
}

bool has_strong_cell(const Grid& grid, std::size_t column) {
  return std::any_of(grid.rows.begin(), grid.rows.end(),
                     [&](const GridRow& row) { return row.cells[column].strong; });
}

}  // namespace

std::string to_terminal(const Grid& grid, TerminalStyle style) {
  // Without control codes a column with asterisks has a place for them in every cell, so that digits stay
  // below digits.
  const auto shown = [&](const GridCell& cell, std::size_t column) {
    if (style == TerminalStyle::bold || !has_strong_cell(grid, column)) return cell.text;
    return cell.text + (cell.strong ? "*" : " ");
  };
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    widths.push_back(display_width(shown({grid.columns[c].title, false}, c)));
    for (const GridRow& row : grid.rows)
      widths[c] = std::max(widths[c], display_width(shown(row.cells[c], c)));
  }
  std::size_t total = 0;
  for (const std::size_t width : widths) total += width + 2;

  std::string result;
  const auto add_line = [&](const std::vector<GridCell>& cells) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      std::string text = padded(shown(cells[c], c), widths[c], grid.columns[c].align);
      if (cells[c].strong && style == TerminalStyle::bold) text.insert(0, "\x1b[1m").append("\x1b[0m");
      line += text + "  ";
    }
    result += without_trailing_blanks(line) + '\n';
  };
  if (!grid.caption.empty()) result += grid.caption + "\n\n";
  std::vector<GridCell> titles;
  titles.reserve(grid.columns.size());
  for (const GridColumn& column : grid.columns) titles.push_back({column.title, false});
  add_line(titles);
  for (const GridRow& row : grid.rows) {
    if (row.rule_above && total > 2) result += std::string(total - 2, '-') + '\n';
    add_line(row.cells);
  }
  const std::vector<std::string> notes = notes_of(grid, style == TerminalStyle::bold ? "bold" : "*");
  if (!notes.empty()) result += '\n';
  for (const std::string& note : notes) result += note + '\n';
  return result;
}

std::string to_markdown(const Grid& grid) {
  std::string result = "|";
  for (const GridColumn& column : grid.columns) result += ' ' + escaped_for_markdown(column.title) + " |";
  result += "\n|";
  for (const GridColumn& column : grid.columns) result += column.align == GridAlign::left ? "---|" : "---:|";
  result += '\n';
  for (const GridRow& row : grid.rows) {
    result += '|';
    for (const GridCell& cell : row.cells) {
      const std::string text = escaped_for_markdown(cell.text);
      result += ' ' + (cell.strong ? "**" + text + "**" : text) + " |";
    }
    result += '\n';
  }
  const std::vector<std::string> notes = notes_of(grid, "bold");
  if (!notes.empty()) result += '\n';
  for (const std::string& note : notes) result += "- " + note + '\n';
  return result;
}

std::string to_csv(const Grid& grid) {
  std::string result;
  const auto add_line = [&](const std::vector<std::string>& texts) {
    for (std::size_t c = 0; c < texts.size(); ++c) {
      if (c > 0) result += ',';
      result += quoted_for_csv(texts[c]);
    }
    result += '\n';
  };
  std::vector<std::string> texts;
  texts.reserve(grid.columns.size());
  for (const GridColumn& column : grid.columns) texts.push_back(column.title);
  add_line(texts);
  for (const GridRow& row : grid.rows) {
    texts.clear();
    for (const GridCell& cell : row.cells) texts.push_back(cell.text);
    add_line(texts);
  }
  return result;
}

}  // namespace craggy::results
