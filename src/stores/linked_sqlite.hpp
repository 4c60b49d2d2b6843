// SQLite inside the program, for where the system has none: in a Python wheel.
#pragma once

#include "stores/dynamic_library.hpp"

namespace craggy::stores {

/// The functions of the SQLite that craggy is linked with; null if it is not.
const LinkedFunctions* linked_sqlite();

}  // namespace craggy::stores
