// Rows of texts with named columns, whatever file they come from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::runs {

struct TextRow {
  std::size_t line = 0;              // where it begins in the file, from 1
  std::vector<std::string> cells{};  // one per column, "" where there is nothing
  std::string problem{};             // why it cannot be read; "" if it can
};

struct TextTable {
  std::string name;                    // of the file, for messages
  std::vector<std::string> columns{};  // each once
  std::vector<TextRow> rows{};
};

/// Comma-separated values as RFC 4180 has them: the first line has the names of the columns; a field in
/// quotes may have commas, line breaks and doubled quotes in it. CRLF, a byte order mark, blank lines, and
/// blanks around names are fine. Throws InvalidArgument for a file without columns, or with a column that has
/// no name or that of another; a row that is wrong by itself says so.
TextTable read_csv_rows(std::string_view text, std::string name);

/// A JSON array of objects, or one object per line (`craggy run --jsonl`). Each key is a column; of an object
/// with "params", as craggy writes it, those of the parameters become param_NAME and "constraints" become
/// constraint_1 and so on. Throws InvalidArgument for text that is neither.
TextTable read_json_rows(std::string_view text, std::string name);

}  // namespace craggy::runs
