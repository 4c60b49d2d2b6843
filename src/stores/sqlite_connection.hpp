// A connection to a SQLite database in write-ahead mode.
#pragma once

#include <chrono>
#include <memory>

#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// Throws StoreError if the file is not a database of craggy's or cannot be made one. What a copy of the file
/// alone, without its log, has in it is never older than `checkpoint_after`, while somebody writes.
std::unique_ptr<SqlConnection> open_sqlite(
    const SqliteUrl& url, const StoreOptions& options,
    std::chrono::milliseconds checkpoint_after = std::chrono::seconds(30));

}  // namespace craggy::stores
