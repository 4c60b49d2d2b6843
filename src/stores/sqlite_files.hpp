// The files of a SQLite store while it is in use. SQLite keeps writing to those that it has opened, whatever
// their names lead to by now: they may have been deleted, moved, cut short, or replaced by an editor, a
// restore or a synchronisation. So somebody has to look.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stores/database_file.hpp"
#include "stores/index_file.hpp"
#include "stores/log_file.hpp"

namespace craggy::stores {

struct Damage {
  std::string_view what;  // "its log, the file that ends in -wal, was deleted"
  enum class Left {
    everything,  // in the files that are open
    a_part,
    a_mixture,  // of the store and what was written over it
    no_index    // everything, but SQLite cannot be asked for it in this process any more
  } left;
};

class SqliteFiles {
 public:
  /// Of a database whose log has been opened.
  SqliteFiles(const SqliteLibrary& sqlite, SqliteDatabase* database);

  /// Before anything else of SQLite is called.
  std::optional<Damage> find_damage_of_index();
  std::optional<Damage> find_damage();

  /// Gives another program that writes to the database the time to finish, within two seconds.
  void wait_for_writer() const { file_.wait_for_writer(); }

  /// Returns when the log is on the disk. Throws std::system_error.
  void sync_log();

 private:
  bool has_moved() const;
  void open_log();

  const SqliteLibrary& sqlite_;
  SqliteDatabase* database_;
  std::string path_;
  SqliteVfsFile open_file_;
  IndexFile index_;
  DatabaseFile file_;
  std::unique_ptr<LogFile> log_;
};

/// Where a copy of the store in that file can go: beside it, under a name that nothing has.
std::string name_for_rescue(const std::string& path);

}  // namespace craggy::stores
