#include "stores/log_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

namespace craggy::stores {
namespace {

int open_or_throw(const std::string& path, int flags) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): that is how POSIX opens files
  const int descriptor = open(path.c_str(), flags | O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), path);
  return descriptor;
}

}  // namespace

LogFile::LogFile(const std::string& database_file)
    : path_(database_file + "-wal"), descriptor_(open_or_throw(path_, 0)) {
  // That there is such a file has to survive as well.
  const std::string folder = std::filesystem::path(database_file).parent_path().string();
  const int descriptor = open_or_throw(folder, O_DIRECTORY);
  fsync(descriptor);  // some file systems cannot do that to a folder, and do not need it
  close(descriptor);
}

void check_no_orphaned_log(const std::string& database_file) {
  std::error_code none;
  const std::string log = database_file + "-wal";
  const auto log_size = std::filesystem::file_size(log, none);
  if (none || log_size == 0) return;
  const auto size = std::filesystem::file_size(database_file, none);
  if (none || size == 0)
    throw StoreError(fmt::format(
        "the store {} is {}, but its log {} is there: where the file was moved or is being restored, put it back; to "
        "begin anew, remove the log as well",
        database_file, none ? "not there" : "empty", log));
}

// SQLite holds its locks on other files, so closing this one lets go of none of them.
LogFile::~LogFile() { close(descriptor_); }

void LogFile::sync() const {
  while (fdatasync(descriptor_) != 0)
    if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "the log cannot be written to the disk");
}

bool LogFile::is_whole() {
  struct stat named {};
  struct stat opened {};
  if (stat(path_.c_str(), &named) != 0 || fstat(descriptor_, &opened) != 0) return false;
  const bool is_same = named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
  const bool is_shorter = opened.st_size < size_;
  size_ = opened.st_size;
  return is_same && !is_shorter;
}

}  // namespace craggy::stores
