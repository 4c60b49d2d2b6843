// The part of SQLite's C interface that craggy uses, loaded at run time (or linked, see linked_sqlite.hpp).
#pragma once

#include <cstdint>

#include "stores/dynamic_library.hpp"

namespace craggy::stores {

struct SqliteDatabase;   // SQLite's sqlite3
struct SqliteStatement;  // SQLite's sqlite3_stmt

/// Members are SQLite's functions without their prefix sqlite3_.
struct SqliteLibrary {
  explicit SqliteLibrary(DynamicLibrary library);

  int (*libversion_number)();
  int (*open_v2)(const char* file, SqliteDatabase** database, int flags, const char* vfs);
  int (*close_v2)(SqliteDatabase* database);
  int (*extended_errcode)(SqliteDatabase* database);
  const char* (*errmsg)(SqliteDatabase* database);
  int (*get_autocommit)(SqliteDatabase* database);
  const char* (*db_filename)(SqliteDatabase* database, const char* schema);
  int (*file_control)(SqliteDatabase* database, const char* schema, int operation, void* argument);
  int (*busy_handler)(SqliteDatabase* database, int (*handler)(void* context, int count), void* context);
  int (*prepare_v2)(SqliteDatabase* database, const char* text, int size, SqliteStatement** statement,
                    const char** rest);
  int (*step)(SqliteStatement* statement);
  int (*reset)(SqliteStatement* statement);
  int (*clear_bindings)(SqliteStatement* statement);
  int (*finalize)(SqliteStatement* statement);
  int (*bind_parameter_index)(SqliteStatement* statement, const char* name);
  int (*bind_null)(SqliteStatement* statement, int index);
  int (*bind_int64)(SqliteStatement* statement, int index, std::int64_t value);
  int (*bind_double)(SqliteStatement* statement, int index, double value);
  int (*bind_text)(SqliteStatement* statement, int index, const char* text, int size, void (*destroy)(void*));
  int (*bind_blob)(SqliteStatement* statement, int index, const void* bytes, int size,
                   void (*destroy)(void*));
  int (*column_count)(SqliteStatement* statement);
  int (*column_type)(SqliteStatement* statement, int column);
  std::int64_t (*column_int64)(SqliteStatement* statement, int column);
  double (*column_double)(SqliteStatement* statement, int column);
  const unsigned char* (*column_text)(SqliteStatement* statement, int column);
  const void* (*column_blob)(SqliteStatement* statement, int column);
  int (*column_bytes)(SqliteStatement* statement, int column);

 private:
  DynamicLibrary library_;
};

/// Loaded once. Throws StoreError if it is not there or too old.
const SqliteLibrary& sqlite_library();

// Codes from SQLite's documentation. The lowest byte of an extended code is the code.
inline constexpr int sqlite_ok = 0;
inline constexpr int sqlite_busy = 5;
inline constexpr int sqlite_locked = 6;
inline constexpr int sqlite_full = 13;
inline constexpr int sqlite_protocol = 15;  // others were quicker at every one of many tries
inline constexpr int sqlite_read_only = 8;
inline constexpr int sqlite_io_error = 10;
inline constexpr int sqlite_row = 100;
inline constexpr int sqlite_done = 101;
inline constexpr int sqlite_open_read_only = 0x1;
inline constexpr int sqlite_open_uri = 0x40;
inline constexpr int sqlite_open_read_write = 0x2;
inline constexpr int sqlite_open_create = 0x4;
inline constexpr int sqlite_open_no_mutex = 0x8000;
inline constexpr int sqlite_fcntl_file_pointer = 7;
inline constexpr int sqlite_fcntl_has_moved = 20;
enum SqliteType : int {
  sqlite_integer = 1,
  sqlite_float = 2,
  sqlite_text = 3,
  sqlite_blob = 4,
  sqlite_null = 5
};

}  // namespace craggy::stores
