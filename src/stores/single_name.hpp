// A database file must have one name only: SQLite's log lies beside the name, so that two names are two logs,
// and who uses one does not see what was written through the other.
#pragma once

#include <string>

namespace craggy::stores {

/// Throws StoreError for a file with several hard links, and for one that is mounted by itself, as a
/// container does with a single file. A file that is not there yet is fine, as are symbolic links.
void check_single_name(const std::string& path);

}  // namespace craggy::stores
