#include "stores/sqlite_files.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace craggy::stores {

using Left = Damage::Left;

SqliteFiles::SqliteFiles(const SqliteLibrary& sqlite, SqliteDatabase* database)
    : sqlite_(sqlite),
      database_(database),
      path_(sqlite.db_filename(database, "main")),
      open_file_(sqlite, database),
      index_(path_),
      file_(path_, open_file_) {}

std::optional<Damage> SqliteFiles::find_damage_of_index() {
  switch (index_.state()) {
    case IndexFile::State::whole:
      return std::nullopt;
    case IndexFile::State::cut_short:
      return Damage{"its index, the file that ends in -shm, was cut short", Left::no_index};
    case IndexFile::State::replaced:
      break;
  }
  return Damage{"its index, the file that ends in -shm, was deleted or replaced", Left::everything};
}

std::optional<Damage> SqliteFiles::find_damage() {
  if (const std::optional<Damage> damage = find_damage_of_index()) return damage;
  if (has_moved()) return Damage{"the file was deleted, moved or replaced", Left::everything};
  if (!file_.is_left_alone())
    return Damage{"the file was cut short, or another program wrote to it", Left::a_mixture};
  try {
    open_log();
  } catch (const std::system_error&) {
    return Damage{"its log, the file that ends in -wal, was deleted", Left::everything};
  }
  if (log_->is_whole(open_file_)) return std::nullopt;
  return Damage{"its log, the file that ends in -wal, was deleted, replaced or cut short", Left::a_part};
}

void SqliteFiles::sync_log() {
  open_log();
  log_->sync();
}

bool SqliteFiles::has_moved() const {
  int moved = 0;
  sqlite_.file_control(database_, "main", sqlite_fcntl_has_moved, &moved);
  return moved != 0;
}

void SqliteFiles::open_log() {
  if (!log_) log_ = std::make_unique<LogFile>(path_);
}

std::string name_for_rescue(const std::string& path) {
  std::error_code ignored;
  std::string file = fmt::format("{}.rescued-{}.db", path, getpid());
  for (int i = 2; std::filesystem::exists(file, ignored); ++i)  // of a process that had our number before
    file = fmt::format("{}.rescued-{}-{}.db", path, getpid(), i);
  return file;
}

}  // namespace craggy::stores
