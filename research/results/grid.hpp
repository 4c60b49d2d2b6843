// A table as text in rows and columns, and its writers: terminal, Markdown, LaTeX, CSV.
#pragma once

#include <string>
#include <vector>

namespace craggy::results {

enum class GridAlign { left, right };

struct GridColumn {
  std::string title;
  GridAlign align = GridAlign::left;
};

struct GridCell {
  std::string text;
  bool strong = false;  // bold, where that can be shown
};

struct GridRow {
  std::vector<GridCell> cells;  // as many as there are columns
  bool rule_above = false;
};

struct Grid {
  std::string caption;
  std::vector<GridColumn> columns;
  std::vector<GridRow> rows;
  std::string strong_means;        // what bold says; a note below unless it is empty
  std::vector<std::string> notes;  // sentences below the table
};

enum class TerminalStyle {
  plain,  // an asterisk behind what is bold
  bold,   // with control codes
};

/// Aligned columns below the caption, notes below.
std::string to_terminal(const Grid& grid, TerminalStyle style);

/// A pipe table; notes as a list below, no caption.
std::string to_markdown(const Grid& grid);

/// A `table` with the caption, for a document that uses the package booktabs and any engine; notes below.
std::string to_latex(const Grid& grid);

/// Titles and rows alone, quoted where need be.
std::string to_csv(const Grid& grid);

}  // namespace craggy::results
