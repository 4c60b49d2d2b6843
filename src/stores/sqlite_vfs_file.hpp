// The database's file as SQLite itself has it open (https://sqlite.org/c3ref/io_methods.html). To open it
// once more and to close that again would let go of SQLite's locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "stores/sqlite_library.hpp"

namespace craggy::stores {

class SqliteVfsFile {
 public:
  SqliteVfsFile(const SqliteLibrary& sqlite, SqliteDatabase* database);

  /// False if that cannot be read.
  bool read(std::int64_t begin, std::span<std::byte> into) const;

  /// The first part of the memory that all processes share (log_index.hpp); null if there is none.
  const volatile std::uint32_t* shared_memory() const;

 private:
  struct Methods;
  struct File {
    const Methods* methods;
  };
  File* file_ = nullptr;
};

}  // namespace craggy::stores
