// A store in an SQL database.
#pragma once

#include <memory>

#include "sql_connection.hpp"

namespace craggy::stores {

/// Creates the tables or brings them up to date first. Throws StoreError if they are a newer version's.
std::unique_ptr<Backend> make_sql_backend(std::unique_ptr<SqlConnection> connection);

}  // namespace craggy::stores
