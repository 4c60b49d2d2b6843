// A copy of a SQLite database as it is at one moment, in one file without a log.
#pragma once

#include <string>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// Writes it to a file that is not there yet. Throws StoreError if that cannot be done, and leaves nothing,
/// then.
void copy_database(SqlConnection& connection, const std::string& file);

}  // namespace craggy::stores
