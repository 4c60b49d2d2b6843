// SQLite's index of its log: the file whose name ends in -shm, which all processes at a database share as
// memory. It is only ever looked at from outside: to close it would let go of SQLite's locks on it.
#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace craggy::stores {

class IndexFile {
 public:
  /// The index of the log of the database in that file.
  explicit IndexFile(const std::string& database_file);

  enum class State {
    whole,
    cut_short,  // a touch of what is missing would end the process with SIGBUS
    replaced,   // or deleted: whoever opens the database next has another index and other locks
  };
  State state();

 private:
  std::string path_;
  dev_t device_ = 0;
  ino_t number_ = 0;
  std::int64_t size_ = 0;  // it never becomes smaller while somebody has it open
};

}  // namespace craggy::stores
