#include "study/log_file.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/check.hpp"

namespace craggy::cli {
namespace {

std::string reason(int code) { return std::error_code(code, std::generic_category()).message(); }

bool is_database(int file) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::array<char, magic.size()> begin{};
  return pread(file, begin.data(), begin.size(), 0) == static_cast<ssize_t>(begin.size()) &&
         std::string_view(begin.data(), begin.size()) == magic;
}

// To look into the file takes the right to read it, which a log need not give.
execution::Descriptor open_to_append(const std::string& path) {
  constexpr int flags = O_APPEND | O_CREAT | O_CLOEXEC;
  constexpr mode_t readable_by_all = 0666;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const int both = open(path.c_str(), flags | O_RDWR, readable_by_all);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): likewise
  return execution::Descriptor(both >= 0 ? both : open(path.c_str(), flags | O_WRONLY, readable_by_all));
}

}  // namespace

LogFile::LogFile(std::string path) : path_(std::move(path)), file_(open_to_append(path_)) {
  const int code = errno;
  if (file_.number() < 0)
    fail_argument("the log file", fmt::format("'{}'", path_),
                  fmt::format("it cannot be written: {}", reason(code)));
  if (is_database(file_.number()))
    fail_argument("the log file", fmt::format("'{}'", path_), "it is a database, which no line belongs to");
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
