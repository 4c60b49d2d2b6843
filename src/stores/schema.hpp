// The tables of a store, and how those of an older version become those of this one.
#pragma once

#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// The version that this program writes.
int schema_version();

/// Creates what is missing. Throws, and changes nothing: StoreError if the tables are of a newer version,
/// InvalidArgument if there are none and none are to be made.
void bring_up_to_date(SqlConnection& connection, bool create);

}  // namespace craggy::stores
