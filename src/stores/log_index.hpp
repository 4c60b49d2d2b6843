// What all processes at a SQLite database know of its write-ahead log, from the memory that they share: the
// file that ends in -shm, laid out as https://sqlite.org/walformat.html has it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "stores/sqlite_vfs_file.hpp"

namespace craggy::stores {

struct LogIndex {
  /// A checkpoint copies frames from the log to the database.
  struct Checkpoint {
    std::array<std::uint32_t, 2> salts;  // others whenever the log begins anew
    std::uint32_t num_begun;             // so many frames were to be copied by the last one
    std::uint32_t num_copied;            // so many have been

    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
    bool is_over() const { return num_copied == num_begun; }
  };

  std::uint32_t num_frames;
  std::uint32_t page_size;
  Checkpoint checkpoint;

  /// Of the log, at least.
  std::int64_t num_bytes() const;
};

/// Nothing if somebody is just changing it. The file has to be as long as SQLite left it (index_file.hpp).
std::optional<LogIndex> read_log_index(const SqliteVfsFile& file);

}  // namespace craggy::stores
