#include "stores/sqlite_library.hpp"

#include <fmt/format.h>

#include <craggy/stores/store.hpp>

namespace craggy::stores {

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): all members are set by find()
SqliteLibrary::SqliteLibrary() : library_("libsqlite3.so.0", "libsqlite3-0") {
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
  static const SqliteLibrary library;
  constexpr int oldest = 3'035'000;  // the first with RETURNING
  if (library.libversion_number() < oldest)
    throw StoreError(fmt::format("the library libsqlite3.so.0 has version {}, but craggy needs at least {}",
                                 library.libversion_number(), oldest));
  return library;
}

}  // namespace craggy::stores
