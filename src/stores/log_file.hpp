// SQLite's write-ahead log, as a file that is to be on the disk.
#pragma once

#include <string>

#include "stores/log_index.hpp"

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

  /// Whether its name still leads to the file that was opened, and this has everything that its index says.
  bool is_whole(const SqliteVfsFile& database) const;

 private:
  bool has_name() const;
  bool has_all_of(const LogIndex& index) const;

  std::string path_;
  int descriptor_;
};

/// Throws StoreError if there is a log with something in it and no database, or an empty one: SQLite would
/// make a new database and throw the log away, with whatever had been acknowledged and is in it alone.
void check_no_orphaned_log(const std::string& database_file);

}  // namespace craggy::stores
