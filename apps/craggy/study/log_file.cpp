#include "study/log_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/check.hpp"
#include "stores/part_of_database.hpp"

namespace craggy::cli {
namespace {

std::string reason(int code) { return std::error_code(code, std::generic_category()).message(); }

execution::Descriptor open_to_append(const std::string& path) {
  if (stores::is_part_of_database(path))
    fail_argument("the log file", fmt::format("'{}'", path),
                  "it is a database, or belongs to one, and no line may be added to it");
  constexpr mode_t readable_by_all = 0666;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  return execution::Descriptor(
      open(path.c_str(), O_APPEND | O_CREAT | O_CLOEXEC | O_WRONLY, readable_by_all));
}

}  // namespace

LogFile::LogFile(std::string path) : path_(std::move(path)), file_(open_to_append(path_)) {
  const int code = errno;
  if (file_.number() < 0)
    fail_argument("the log file", fmt::format("'{}'", path_),
                  fmt::format("it cannot be written: {}", reason(code)));
}

// One call for each line, so that those of others do not get in between.
bool LogFile::append(std::string_view line) {
  const std::string bytes = fmt::format("{}{}\n", is_cut_ ? "\n" : "", line);
  ssize_t count = 0;
  do count = write(file_.number(), bytes.data(), bytes.size());
  while (count < 0 && errno == EINTR);
  if (count == static_cast<ssize_t>(bytes.size())) {
    is_cut_ = false;
    return true;
  }
  is_cut_ = is_cut_ || count > 0;
  problem_ =
      fmt::format("the log file '{}' cannot be written: {}", path_, reason(count < 0 ? errno : ENOSPC));
  return false;
}

}  // namespace craggy::cli
