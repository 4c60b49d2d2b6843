#include "stores/linked_sqlite.hpp"

#ifdef CRAGGY_SQLITE_INSIDE

// Their types are those of SqliteLibrary; here only their addresses matter.
#define CRAGGY_SQLITE_FUNCTIONS(EACH) \
  EACH(sqlite3_libversion_number)     \
  EACH(sqlite3_open_v2)               \
  EACH(sqlite3_close_v2)              \
  EACH(sqlite3_extended_errcode)      \
  EACH(sqlite3_errmsg)                \
  EACH(sqlite3_get_autocommit)        \
  EACH(sqlite3_db_filename)           \
  EACH(sqlite3_file_control)          \
  EACH(sqlite3_busy_handler)          \
  EACH(sqlite3_prepare_v2)            \
  EACH(sqlite3_step)                  \
  EACH(sqlite3_reset)                 \
  EACH(sqlite3_clear_bindings)        \
  EACH(sqlite3_finalize)              \
  EACH(sqlite3_bind_parameter_index)  \
  EACH(sqlite3_bind_null)             \
  EACH(sqlite3_bind_int64)            \
  EACH(sqlite3_bind_double)           \
  EACH(sqlite3_bind_text)             \
  EACH(sqlite3_bind_blob)             \
  EACH(sqlite3_column_count)          \
  EACH(sqlite3_column_type)           \
  EACH(sqlite3_column_int64)          \
  EACH(sqlite3_column_double)         \
  EACH(sqlite3_column_text)           \
  EACH(sqlite3_column_blob)           \
  EACH(sqlite3_column_bytes)

#define CRAGGY_DECLARE(name) void name();
extern "C" {
CRAGGY_SQLITE_FUNCTIONS(CRAGGY_DECLARE)
}

namespace craggy::stores {

const LinkedFunctions* linked_sqlite() {
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as dlsym() has it
#define CRAGGY_ENTRY(name) {#name, reinterpret_cast<void*>(&name)},
  static const LinkedFunctions functions = {CRAGGY_SQLITE_FUNCTIONS(CRAGGY_ENTRY)};
  return &functions;
}

}  // namespace craggy::stores

#else

namespace craggy::stores {

const LinkedFunctions* linked_sqlite() { return nullptr; }

}  // namespace craggy::stores

#endif
