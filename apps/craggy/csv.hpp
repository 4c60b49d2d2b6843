// A strict reader of CSV files with numbers: every error names the file, the line and the column.
#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy::cli {

/// The rows of a file become columns, so that a table of points is Q × N.
struct CsvTable {
  std::string file;
  std::vector<std::string> names;  // from the header; empty without one
  Matrix values;                   // one row per name, one column per line of the file
  std::vector<std::size_t> lines;  // the line of the file, from 1, that each column came from

  /// Throws InvalidArgument about one value: "FILE, line 3, column x2: MESSAGE".
  [[noreturn]] void fail(Index row, Index column, std::string_view message) const;
};

enum class CsvHeader { required, optional };

/// Reads comma-separated finite numbers. CRLF line ends, a byte order mark, blanks and quotes around a field
/// and blank lines at the end are fine. An optional header is a first line without any number. Throws
/// InvalidArgument.
CsvTable read_csv(std::istream& stream, const std::string& file, CsvHeader header);
CsvTable read_csv(const std::filesystem::path& path, CsvHeader header);

/// Inputs X (Q × N), in the order x1 … xQ whatever their order in the file, and y if it was asked for.
struct CsvPoints {
  CsvTable table;
  Matrix X;
  Vector y;
};

enum class CsvOutputs { none, y };

/// Throws InvalidArgument unless the columns are x1 … xQ, and y with CsvOutputs::y, and the inputs are in the
/// unit cube.
CsvPoints read_points(const std::filesystem::path& path, CsvOutputs outputs);
CsvPoints points_from(CsvTable table, CsvOutputs outputs);

}  // namespace craggy::cli
