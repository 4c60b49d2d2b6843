#include "output_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "stores/part_of_database.hpp"

namespace craggy::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::error_code& error) {
  throw Error(error ? fmt::format("cannot write {}: {}", path, error.message())
                    : fmt::format("cannot write {}", path));
}

void write(const std::string& path, const std::string& place, std::string_view content) {
  errno = 0;
  std::ofstream stream(place, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) {
    const std::error_code error(errno, std::generic_category());
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored)) fs::remove(place, ignored);
    fail(path, error);
  }
}

}  // namespace

void write_whole_file(const std::string& path, std::string_view content) {
  std::error_code ignored;
  // What a link points at is what is meant, and a device or a pipe is written to, not replaced.
  const std::string target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path;
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored) &&
      !fs::is_directory(target, ignored)) {
    write(path, target, content);
    return;
  }
  // A database is worth more than whatever would take its place, and its log would be worked into that.
  if (stores::is_part_of_database(target))
    fail_argument("the output file", fmt::format("'{}'", path),
                  "it is a database, or belongs to one, and nothing may replace it");
  const std::string unfinished = target + ".part";
  write(path, unfinished, content);
  std::error_code error;
  fs::rename(unfinished, target, error);
  if (error) {
    fs::remove(unfinished, ignored);
    fail(path, error);
  }
}

}  // namespace craggy::cli
