// A SQLite database's own file while it is in use. Only checkpoints write to it; whoever else does, such as
// `cp` that restores a backup, leaves a mixture of what was there with what is in the log.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

#include "stores/log_index.hpp"

namespace craggy::stores {

class DatabaseFile {
 public:
  DatabaseFile(std::string path, const SqliteVfsFile& open_file);

  /// Whether nothing but checkpoints has changed it since the last look, as far as one can tell: what happens
  /// beside a checkpoint is taken for its work. That somebody sets its times does no harm.
  bool is_left_alone();

  /// Gives whoever is writing to it the time to finish, within two seconds.
  void wait_for_writer() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Look {
    std::int64_t size = 0;
    timespec written{};
    std::optional<LogIndex::Checkpoint> checkpoint{};  // the last one; none if it was still at work
    std::optional<std::uint64_t> hash{};               // of its content, if that is known

    bool has_times_of(const Look& other) const;
  };
  Look look() const;
  void try_to_hash();
  std::uint64_t hash() const;

  std::string path_;
  const SqliteVfsFile& open_file_;
  Look last_;
  Clock::time_point next_hash_{};
};

}  // namespace craggy::stores
