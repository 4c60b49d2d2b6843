#include "stores/sqlite_values.hpp"

#include <string>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace craggy::stores {
namespace {

std::string bytes_of(const void* bytes, int size) {
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

SqlValue read_value(const SqliteLibrary& sqlite, SqliteStatement* statement, int column) {
  switch (sqlite.column_type(statement, column)) {
    case sqlite_integer:
      return sqlite.column_int64(statement, column);
    case sqlite_float:
      return sqlite.column_double(statement, column);
    case sqlite_text:
      return bytes_of(sqlite.column_text(statement, column), sqlite.column_bytes(statement, column));
    case sqlite_blob:
      return Blob{bytes_of(sqlite.column_blob(statement, column), sqlite.column_bytes(statement, column))};
    default:
      return std::monostate();
  }
}

}  // namespace

bool bind(const SqliteLibrary& sqlite, SqliteStatement* statement, std::size_t number,
          const SqlValue& value) {
  const int index = sqlite.bind_parameter_index(statement, fmt::format("${}", number).c_str());
  // SQLite need not copy texts: a null destructor says so.
  const int code = std::visit(
      [&](const auto& each) {
        using Value = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Value, std::monostate>) return sqlite.bind_null(statement, index);
        if constexpr (std::is_same_v<Value, std::int64_t>) return sqlite.bind_int64(statement, index, each);
        if constexpr (std::is_same_v<Value, double>) return sqlite.bind_double(statement, index, each);
        if constexpr (std::is_same_v<Value, std::string>)
          return sqlite.bind_text(statement, index, each.data(), static_cast<int>(each.size()), nullptr);
        if constexpr (std::is_same_v<Value, Blob>)
          return sqlite.bind_blob(statement, index, each.bytes.data(), static_cast<int>(each.bytes.size()),
                                  nullptr);
      },
      value);
  return code == sqlite_ok;
}

SqlRow read_row(const SqliteLibrary& sqlite, SqliteStatement* statement) {
  SqlRow row;
  const int count = sqlite.column_count(statement);
  row.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) row.push_back(read_value(sqlite, statement, i));
  return row;
}

}  // namespace craggy::stores
