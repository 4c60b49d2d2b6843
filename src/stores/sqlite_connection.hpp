// A connection to a SQLite database in write-ahead mode.
#pragma once

#include <memory>

#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// Throws StoreError if the file is not a database of craggy's or cannot be made one.
std::unique_ptr<SqlConnection> open_sqlite(const SqliteUrl& url, const StoreOptions& options);

}  // namespace craggy::stores
