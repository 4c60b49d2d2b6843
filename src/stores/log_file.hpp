// SQLite's write-ahead log, as a file that is to be on the disk.
#pragma once

#include <cstdint>
#include <string>

namespace craggy::stores {

class LogFile {
 public:
  /// The log of the database in that file. Throws std::system_error if it is not there.
  explicit LogFile(const std::string& database_file);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Returns when everything that was written to it until now would survive a power cut. Throws
  /// std::system_error if that cannot be had.
  void sync() const;

  /// Whether its name still leads to the file that was opened, and nobody has cut it short since it was last
  /// asked. SQLite itself never makes the log shorter while it is in use.
  bool is_whole();

 private:
  std::string path_;
  int descriptor_;
  std::int64_t size_ = 0;
};

/// Throws StoreError if there is a log with something in it and no database, or an empty one: SQLite would
/// make a new database and throw the log away, with whatever had been acknowledged and is in it alone.
void check_no_orphaned_log(const std::string& database_file);

}  // namespace craggy::stores
