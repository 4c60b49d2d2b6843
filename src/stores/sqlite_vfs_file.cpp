#include "stores/sqlite_vfs_file.hpp"

namespace craggy::stores {

// SQLite's sqlite3_io_methods, in which only what is used here has its type.
struct SqliteVfsFile::Methods {
  using Unused = int (*)();
  int version;
  Unused close;
  int (*read)(void* file, void* into, int size, std::int64_t begin);
  Unused write, truncate, sync, file_size, lock, unlock, check_reserved_lock, file_control, sector_size,
      device_characteristics;
  int (*map_shared_memory)(void* file, int region, int size, int extend,
                           void volatile** memory);  // since version 2
};

SqliteVfsFile::SqliteVfsFile(const SqliteLibrary& sqlite, SqliteDatabase* database) {
  if (sqlite.file_control(database, "main", sqlite_fcntl_file_pointer, static_cast<void*>(&file_)) !=
          sqlite_ok ||
      file_->methods == nullptr)
    file_ = nullptr;
}

bool SqliteVfsFile::read(std::int64_t begin, std::span<std::byte> into) const {
  return file_ != nullptr &&
         file_->methods->read(file_, into.data(), static_cast<int>(into.size()), begin) == sqlite_ok;
}

const volatile std::uint32_t* SqliteVfsFile::shared_memory() const {
  constexpr int region_size = 32'768;
  void volatile* memory = nullptr;
  if (file_ == nullptr || file_->methods->version < 2 ||
      file_->methods->map_shared_memory(file_, 0, region_size, 0, &memory) != sqlite_ok)
    return nullptr;
  return static_cast<const volatile std::uint32_t*>(memory);
}

}  // namespace craggy::stores
