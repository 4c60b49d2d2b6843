#include "stores/part_of_database.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace craggy::stores {
namespace {

bool is_database(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe is not to be read
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::string begin(magic.size(), ' ');
  std::ifstream stream(path, std::ios::binary);
  return stream.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

}  // namespace

bool is_part_of_database(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, ignored);
  const std::string name = ignored ? path : real.string();
  for (const std::string_view end : {"-wal", "-shm", "-journal"})
    if (name.ends_with(end) && is_database(name.substr(0, name.size() - end.size()))) return true;
  return is_database(name);
}

}  // namespace craggy::stores
