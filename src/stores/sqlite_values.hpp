// Values of SQL into SQLite's statements and out of them.
#pragma once

#include <cstddef>

#include "stores/sql_connection.hpp"
#include "stores/sqlite_library.hpp"

namespace craggy::stores {

/// As $number of the statement. The value has to live until the statement has run. False if it is too large.
bool bind(const SqliteLibrary& sqlite, SqliteStatement* statement, std::size_t number, const SqlValue& value);

/// The row that the statement is at.
SqlRow read_row(const SqliteLibrary& sqlite, SqliteStatement* statement);

}  // namespace craggy::stores
