#include "stores/copy_database.hpp"

#include <filesystem>
#include <system_error>

#include <craggy/stores/store.hpp>

namespace craggy::stores {

void copy_database(SqlConnection& connection, const std::string& file) {
  try {
    connection.execute("VACUUM INTO $1", {file});
  } catch (...) {
    // A part of a copy helps nobody.
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    std::filesystem::remove(file + "-journal", ignored);
    throw;
  }
}

}  // namespace craggy::stores
