// A store in an SQL database.
#pragma once

#include <memory>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// Brings the tables up to date first, and makes them where there are none. Throws as bring_up_to_date does.
std::unique_ptr<Backend> make_sql_backend(std::unique_ptr<SqlConnection> connection, bool create);

}  // namespace craggy::stores
