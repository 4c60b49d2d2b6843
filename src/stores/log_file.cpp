#include "stores/log_file.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
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

bool LogFile::is_whole(const SqliteVfsFile& database) const {
  if (!has_name()) return false;
  // Others may begin the log anew while it is looked at, and even make it shorter.
  for (std::optional<LogIndex> index = read_log_index(database); index && !has_all_of(*index);) {
    const std::optional<LogIndex> again = read_log_index(database);
    if (again && again->num_frames == index->num_frames && again->checkpoint.salts == index->checkpoint.salts)
      return false;
    index = again;
  }
  return true;
}

bool LogFile::has_name() const {
  struct stat named {};
  struct stat opened {};
  return stat(path_.c_str(), &named) == 0 && fstat(descriptor_, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

// Its header has the salts that all of its frames have.
bool LogFile::has_all_of(const LogIndex& index) const {
  if (index.num_frames == 0) return true;
  constexpr off_t salts_begin = 16;
  std::array<std::uint32_t, 2> salts{};
  struct stat status {};
  return fstat(descriptor_, &status) == 0 && status.st_size >= index.num_bytes() &&
         pread(descriptor_, salts.data(), sizeof salts, salts_begin) == static_cast<ssize_t>(sizeof salts) &&
         salts == index.checkpoint.salts;
}

}  // namespace craggy::stores
