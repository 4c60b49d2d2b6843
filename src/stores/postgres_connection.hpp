// A connection to a PostgreSQL server that comes back by itself after the network or the server was away.
#pragma once

#include <memory>

#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// Throws StoreUnreachable if there is no server, StoreError if it does not let us in.
std::unique_ptr<SqlConnection> open_postgres(const PostgresUrl& url, const StoreOptions& options);

}  // namespace craggy::stores
