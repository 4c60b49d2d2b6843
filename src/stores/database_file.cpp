#include "stores/database_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <thread>
#include <utility>

#include <sys/stat.h>

namespace craggy::stores {
namespace {

// To read the whole file takes a while, and under many workers there is a checkpoint every few moments.
constexpr int share_of_hashes = 100;  // of the time, one such part
constexpr std::int64_t small_file = 1 << 20;  // is read in a moment, and always

}  // namespace

DatabaseFile::DatabaseFile(std::string path, const SqliteVfsFile& open_file)
    : path_(std::move(path)), open_file_(open_file), last_(look()) {}

bool DatabaseFile::is_left_alone() {
  const Look before = std::exchange(last_, look());
  bool is_as_before = true;
  if (before.checkpoint && before.checkpoint == last_.checkpoint) {
    last_.hash = before.hash;
    if (!last_.has_times_of(before)) last_.hash = hash();
    is_as_before = last_.size == before.size && (last_.has_times_of(before) || last_.hash == before.hash);
  }
  if (last_.checkpoint && !last_.hash) try_to_hash();
  return is_as_before;
}

void DatabaseFile::wait_for_writer() const {
  constexpr int num_pauses = 20;
  Look before;
  for (int i = 0; i < num_pauses; ++i) {
    const Look now = look();
    if (now.size == before.size && now.has_times_of(before)) return;
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

void DatabaseFile::try_to_hash() {
  const Clock::time_point begin = Clock::now();
  if (begin < next_hash_ && last_.size > small_file) return;
  last_.hash = hash();
  if (!look().has_times_of(last_)) last_.hash.reset();  // it may be that of a later content
  const Clock::time_point end = Clock::now();
  next_hash_ = end + share_of_hashes * (end - begin);
}

bool DatabaseFile::Look::has_times_of(const Look& other) const {
  return written.tv_sec == other.written.tv_sec && written.tv_nsec == other.written.tv_nsec;
}

// The index on both sides of the file, so that a checkpoint which begins or ends meanwhile is noticed: it
// says what it is about to copy before it writes.
DatabaseFile::Look DatabaseFile::look() const {
  Look look;
  const std::optional<LogIndex> first = read_log_index(open_file_);
  struct stat status {};
  if (stat(path_.c_str(), &status) == 0) {
    look.size = status.st_size;
    look.written = status.st_mtim;
  }
  const std::optional<LogIndex> second = read_log_index(open_file_);
  if (first && second && first->checkpoint == second->checkpoint && first->checkpoint.is_over())
    look.checkpoint = first->checkpoint;
  return look;
}

// FNV-1a, by words.
std::uint64_t DatabaseFile::hash() const {
  std::uint64_t result = 0xcbf29ce484222325;
  std::array<std::uint64_t, 8192> words{};
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  for (std::int64_t begin = 0; begin < last_.size; begin += std::ssize(bytes)) {
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(last_.size - begin, std::ssize(bytes)));
    words.fill(0);
    if (!open_file_.read(begin, bytes.first(size))) return 0;
    for (const std::uint64_t word : words) result = (result ^ word) * 0x100000001b3;
  }
  return result;
}

}  // namespace craggy::stores
