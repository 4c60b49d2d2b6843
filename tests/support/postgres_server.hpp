// The PostgreSQL server that all tests of a program share.
#pragma once

#include "support/postgres_cluster.hpp"

namespace craggy::testing {

/// Started when it is first asked for.
PostgresCluster& postgres_server();

}  // namespace craggy::testing
