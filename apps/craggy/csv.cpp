#include "csv.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "numbers.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view unquoted(std::string_view field) {
  field = trimmed(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
    field = field.substr(1, field.size() - 2);
  return trimmed(field);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields = split(line, ',');
  for (std::string_view& field : fields) field = unquoted(field);
  return fields;
}

struct Line {
  std::size_t number;
  std::string text;
};

std::vector<Line> lines_of(std::istream& stream, const std::string& file) {
  std::vector<Line> lines;
  std::string text;
  for (std::size_t number = 1; std::getline(stream, text); ++number) {
    if (text.ends_with('\r')) text.pop_back();
    if (number == 1 && text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    lines.push_back({number, text});
  }
  if (stream.bad()) throw InvalidArgument(fmt::format("{}: cannot be read", file));
  while (!lines.empty() && trimmed(lines.back().text).empty()) lines.pop_back();
  if (lines.empty()) throw InvalidArgument(fmt::format("{}: the file is empty", file));
  return lines;
}

std::vector<std::string> header_names(const std::string& file, const Line& line) {
  std::vector<std::string> names;
  for (const std::string_view field : fields_of(line.text)) {
    const std::string name(field);
    if (name.find_first_of(";\t") != std::string::npos)
      throw InvalidArgument(
          fmt::format("{}, line {}: '{}': columns have to be separated by commas", file, line.number, name));
    if (name.empty())
      throw InvalidArgument(
          fmt::format("{}, line {}: column {} has no name", file, line.number, names.size() + 1));
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw InvalidArgument(fmt::format("{}, line {}: column {} appears twice", file, line.number, name));
    names.push_back(name);
  }
  return names;
}

bool has_number(const Line& line) {
  const std::vector<std::string_view> fields = fields_of(line.text);
  return std::any_of(fields.begin(), fields.end(),
                     [](std::string_view field) { return to_double(field).has_value(); });
}

std::string column_label(const std::vector<std::string>& names, std::size_t c) {
  return names.empty() ? std::to_string(c + 1) : names[c];
}

std::string place(const CsvTable& table, std::size_t line, std::size_t row) {
  return fmt::format("{}, line {}, column {}", table.file, line, column_label(table.names, row));
}

double number_in(const CsvTable& table, std::size_t line, std::size_t row, std::string_view field) {
  const std::optional<double> value = to_double(field);
  if (value && std::isfinite(*value)) return *value;
  const std::string where = place(table, line, row);
  if (field.empty()) throw InvalidArgument(fmt::format("{}: the field is empty", where));
  throw InvalidArgument(fmt::format("{}: '{}': {}", where, field,
                                    value ? "numbers have to be finite" : "this is not a number"));
}

// The number q of a column named x1, x2, …; nothing for any other name.
std::optional<std::size_t> input_number(std::string_view name) {
  if (!name.starts_with('x') || name.size() < 2 || name.size() > 6 || name[1] == '0') return std::nullopt;
  std::size_t q = 0;
  for (const char digit : name.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    q = 10 * q + static_cast<std::size_t>(digit - '0');
  }
  return q;
}

void check_columns(const CsvTable& table, std::size_t num_inputs, bool with_y) {
  const std::string expected = with_y ? "x1, x2, ..., y" : "x1, x2, ...";
  for (const std::string& name : table.names)
    if (!input_number(name) && !(with_y && name == "y"))
      throw InvalidArgument(fmt::format("{}, line {}: unexpected column '{}'; the columns have to be {}",
                                        table.file, 1, name, expected));
  const auto require = [&](const std::string& name) {
    if (std::find(table.names.begin(), table.names.end(), name) == table.names.end())
      throw InvalidArgument(
          fmt::format("{}: column {} is missing; the columns have to be {}", table.file, name, expected));
  };
  for (std::size_t q = 1; q <= std::max<std::size_t>(num_inputs, 1); ++q) require(fmt::format("x{}", q));
  if (with_y) require("y");
}

}  // namespace

void CsvTable::fail(Index row, Index column, std::string_view message) const {
  throw InvalidArgument(fmt::format(
      "{}: {}", place(*this, lines[static_cast<std::size_t>(column)], static_cast<std::size_t>(row)),
      message));
}

CsvTable read_csv(std::istream& stream, const std::string& file, CsvHeader header) {
  std::vector<Line> lines = lines_of(stream, file);
  CsvTable table;
  table.file = file;
  if (header == CsvHeader::required && has_number(lines.front()))
    throw InvalidArgument(fmt::format("{}, line {}: the header with the names of the columns is missing",
                                      file, lines.front().number));
  const std::size_t num_fields = fields_of(lines.front().text).size();
  if (header == CsvHeader::required || !has_number(lines.front())) {
    table.names = header_names(file, lines.front());
    lines.erase(lines.begin());
  }
  if (lines.empty()) throw InvalidArgument(fmt::format("{}: there are no rows below the header", file));

  table.values.resize(static_cast<Index>(num_fields), static_cast<Index>(lines.size()));
  for (const Line& line : lines) {
    const std::vector<std::string_view> fields = fields_of(line.text);
    if (trimmed(line.text).empty())
      throw InvalidArgument(fmt::format("{}, line {}: the line is blank", file, line.number));
    if (fields.size() != num_fields)
      throw InvalidArgument(fmt::format("{}, line {}: there are {} fields, but the first line has {}", file,
                                        line.number, fields.size(), num_fields));
    for (std::size_t row = 0; row < num_fields; ++row)
      table.values(static_cast<Index>(row), static_cast<Index>(table.lines.size())) =
          number_in(table, line.number, row, fields[row]);
    table.lines.push_back(line.number);
  }
  return table;
}

CsvTable read_csv(const std::filesystem::path& path, CsvHeader header) {
  if (std::filesystem::is_directory(path))
    throw InvalidArgument(fmt::format("{}: this is a directory, not a file", path.string()));
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw InvalidArgument(fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(errno)));
  return read_csv(stream, path.string(), header);
}

CsvPoints read_points(const std::filesystem::path& path, CsvOutputs outputs) {
  return points_from(read_csv(path, CsvHeader::required), outputs);
}

CsvPoints points_from(CsvTable table, CsvOutputs outputs) {
  const bool with_y = outputs == CsvOutputs::y;
  std::size_t num_inputs = 0;
  for (const std::string& name : table.names)
    num_inputs = std::max(num_inputs, input_number(name).value_or(0));
  check_columns(table, num_inputs, with_y);

  CsvPoints points;
  points.X.resize(static_cast<Index>(num_inputs), table.values.cols());
  for (Index row = 0; row < table.values.rows(); ++row) {
    const std::optional<std::size_t> q = input_number(table.names[static_cast<std::size_t>(row)]);
    if (!q) {
      points.y = table.values.row(row).transpose();
      continue;
    }
    for (Index column = 0; column < table.values.cols(); ++column) {
      const double x = table.values(row, column);
      if (x < 0.0 || x > 1.0)
        table.fail(row, column,
                   fmt::format("{} is outside the unit cube: inputs have to be between 0 and 1", x));
    }
    points.X.row(static_cast<Index>(*q) - 1) = table.values.row(row);
  }
  points.table = std::move(table);
  return points;
}

}  // namespace craggy::cli
