#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/text.hpp"
#include "runs/text_table.hpp"

namespace craggy::runs {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Record {
  std::size_t line = 0;
  std::vector<std::string> fields{};
  std::string problem{};
};

class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : text_(text) {}

  /// Nothing at the end. A line that is blank is passed over.
  std::optional<Record> next() {
    while (position_ < text_.size()) {
      Record record = read();
      if (record.fields.size() > 1 || !trimmed(record.fields[0]).empty() || !record.problem.empty())
        return record;
    }
    return std::nullopt;
  }

 private:
  Record read() {
    Record record{.line = line_};
    for (bool more = true; more;) {
      record.fields.push_back(is_quoted() ? quoted(record.problem) : plain());
      more = position_ < text_.size() && text_[position_] == ',';
      if (more) ++position_;
    }
    if (position_ < text_.size() && text_[position_] == '\r') ++position_;
    if (position_ < text_.size() && text_[position_] == '\n') {
      ++position_;
      ++line_;
    }
    return record;
  }

  bool is_quoted() const {
    const std::size_t first = text_.find_first_not_of(" \t", position_);
    return first != std::string_view::npos && text_[first] == '"';
  }

  std::string plain() {
    const std::size_t end = std::min(text_.find_first_of(",\n", position_), text_.size());
    std::string_view field = text_.substr(position_, end - position_);
    position_ = end;
    if (field.ends_with('\r')) field.remove_suffix(1);
    return std::string(field);
  }

  std::string quoted(std::string& problem) {
    std::string field;
    position_ = text_.find('"', position_) + 1;
    for (;; ++position_) {
      if (position_ >= text_.size()) {
        problem = "a field in quotes does not end";
        return field;
      }
      const char c = text_[position_];
      if (c == '"') {
        if (position_ + 1 >= text_.size() || text_[position_ + 1] != '"') break;
        ++position_;
      }
      if (c == '\n') ++line_;
      field += c;
    }
    ++position_;
    const std::string rest = plain();
    if (!trimmed(rest).empty()) problem = fmt::format("'{}' stands behind a field in quotes", trimmed(rest));
    return field;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

std::vector<std::string> columns_of(const std::string& file, const Record& header) {
  const auto fail = [&](const std::string& why) {
    throw InvalidArgument(fmt::format("{}, line {}: {}", file, header.line, why));
  };
  if (!header.problem.empty()) fail(header.problem);
  std::vector<std::string> columns;
  for (const std::string& field : header.fields) {
    std::string name(trimmed(field));
    if (name.find_first_of(";\t") != std::string::npos)
      fail(fmt::format("'{}': columns have to be separated by commas", name));
    if (name.empty()) fail(fmt::format("column {} has no name", columns.size() + 1));
    if (std::find(columns.begin(), columns.end(), name) != columns.end())
      fail(fmt::format("the column '{}' appears twice", name));
    columns.push_back(std::move(name));
  }
  return columns;
}

}  // namespace

TextTable read_csv_rows(std::string_view text, std::string name) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  RecordReader reader(text);
  const std::optional<Record> header = reader.next();
  if (!header) throw InvalidArgument(fmt::format("{}: there is nothing in it", name));
  TextTable table{.name = std::move(name)};
  table.columns = columns_of(table.name, *header);
  while (std::optional<Record> record = reader.next()) {
    TextRow row{.line = record->line, .cells = std::move(record->fields), .problem = record->problem};
    if (row.problem.empty() && row.cells.size() != table.columns.size())
      row.problem = fmt::format("there are {} fields, but the first line has {}", row.cells.size(),
                                table.columns.size());
    row.cells.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace craggy::runs
