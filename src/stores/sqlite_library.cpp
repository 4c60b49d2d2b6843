#include "stores/sqlite_library.hpp"

#include <utility>

#include <fmt/format.h>

#include <craggy/stores/store.hpp>

#include "stores/linked_sqlite.hpp"

namespace craggy::stores {
namespace {

constexpr int oldest = 3'035'000;  // the first with RETURNING
constexpr const char* file = "libsqlite3.so.0";

// The system's comes first: two copies of SQLite in one process, such as Python's and ours, would release
// each other's locks on a file that both have open.
SqliteLibrary found() {
  const LinkedFunctions* linked = linked_sqlite();
  if (linked == nullptr) return SqliteLibrary(DynamicLibrary(file, "libsqlite3-0"));
  if (DynamicLibrary::is_there(file)) {
    SqliteLibrary library(DynamicLibrary(file, "libsqlite3-0"));
    if (library.libversion_number() >= oldest) return library;
  }
  return SqliteLibrary(DynamicLibrary(*linked));
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): all members are set by find()
SqliteLibrary::SqliteLibrary(DynamicLibrary library) : library_(std::move(library)) {
  library_.find("sqlite3_libversion_number", libversion_number);
  library_.find("sqlite3_open_v2", open_v2);
  library_.find("sqlite3_close_v2", close_v2);
  library_.find("sqlite3_extended_errcode", extended_errcode);
  library_.find("sqlite3_errmsg", errmsg);
  library_.find("sqlite3_get_autocommit", get_autocommit);
  library_.find("sqlite3_db_filename", db_filename);
  library_.find("sqlite3_file_control", file_control);
  library_.find("sqlite3_busy_handler", busy_handler);
  library_.find("sqlite3_prepare_v2", prepare_v2);
  library_.find("sqlite3_step", step);
  library_.find("sqlite3_reset", reset);
  library_.find("sqlite3_clear_bindings", clear_bindings);
  library_.find("sqlite3_finalize", finalize);
  library_.find("sqlite3_bind_parameter_index", bind_parameter_index);
  library_.find("sqlite3_bind_null", bind_null);
  library_.find("sqlite3_bind_int64", bind_int64);
  library_.find("sqlite3_bind_double", bind_double);
  library_.find("sqlite3_bind_text", bind_text);
  library_.find("sqlite3_bind_blob", bind_blob);
  library_.find("sqlite3_column_count", column_count);
  library_.find("sqlite3_column_type", column_type);
  library_.find("sqlite3_column_int64", column_int64);
  library_.find("sqlite3_column_double", column_double);
  library_.find("sqlite3_column_text", column_text);
  library_.find("sqlite3_column_blob", column_blob);
  library_.find("sqlite3_column_bytes", column_bytes);
}

const SqliteLibrary& sqlite_library() {
  static const SqliteLibrary library = found();
  if (library.libversion_number() < oldest)
    throw StoreError(fmt::format("the library {} has version {}, but craggy needs at least {}", file,
                                 library.libversion_number(), oldest));
  return library;
}

}  // namespace craggy::stores
