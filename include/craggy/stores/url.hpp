// Where a store is, as one text.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace craggy {

struct MemoryUrl {
  bool operator==(const MemoryUrl&) const = default;
};

struct SqliteUrl {
  std::string path;
  bool operator==(const SqliteUrl&) const = default;
};

struct PostgresUrl {
  std::string text;  // as libpq takes it, with the password if there is one
  bool operator==(const PostgresUrl&) const = default;
};

using StoreUrl = std::variant<MemoryUrl, SqliteUrl, PostgresUrl>;

/// `memory:`, `sqlite:///relative`, `sqlite:////absolute`, a plain path that ends in .db,
/// `postgresql://USER@HOST:PORT/DATABASE?OPTION=VALUE` or `postgres://…`. Throws InvalidArgument, without a
/// password in its message, for anything else.
StoreUrl parse_store_url(std::string_view text);

/// The URL with `***` in the place of whatever might be a password, for messages. Takes any text.
std::string redacted(std::string_view url);

}  // namespace craggy
