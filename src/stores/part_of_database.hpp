// Files that other output must not replace.
#pragma once

#include <string>

namespace craggy::stores {

/// Whether that is a SQLite database, or has the name of a log or an index beside one.
bool is_part_of_database(const std::string& path);

}  // namespace craggy::stores
