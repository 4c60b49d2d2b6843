#include "stores/log_index.hpp"

#include <atomic>
#include <cstddef>
#include <cstring>

namespace craggy::stores {
namespace {

// Places in the memory, in words of 32 bits. The header stands there twice: SQLite changes the second copy
// first, so that one which is read while it changes is known by their difference.
constexpr std::size_t header_words = 12;
constexpr std::size_t page_size_byte = 14;
constexpr std::size_t num_frames_word = 4;
constexpr std::size_t salts_word = 8;
constexpr std::size_t num_copied_word = 24;
constexpr std::size_t num_begun_word = 32;

// As it is stored, so that 65536 has room in two bytes.
std::uint32_t decoded_page_size(std::uint16_t stored) { return stored == 1 ? 65'536 : stored; }

}  // namespace

std::int64_t LogIndex::num_bytes() const {
  constexpr std::int64_t log_header = 32;
  constexpr std::int64_t frame_header = 24;
  return num_frames == 0 ? 0 : log_header + std::int64_t{num_frames} * (frame_header + page_size);
}

std::optional<LogIndex> read_log_index(const SqliteVfsFile& file) {
  const volatile std::uint32_t* memory = file.shared_memory();
  if (memory == nullptr) return std::nullopt;
  std::array<std::uint32_t, header_words> header{};
  for (std::size_t i = 0; i < header_words; ++i) header[i] = memory[i];
  std::atomic_thread_fence(std::memory_order_acquire);
  for (std::size_t i = 0; i < header_words; ++i)
    if (header[i] != memory[header_words + i]) return std::nullopt;
  std::uint16_t page_size = 0;
  std::memcpy(&page_size, reinterpret_cast<const char*>(header.data()) + page_size_byte, sizeof page_size);
  return LogIndex{.num_frames = header[num_frames_word],
                  .page_size = decoded_page_size(page_size),
                  .checkpoint = {.salts = {header[salts_word], header[salts_word + 1]},
                                 .num_begun = memory[num_begun_word],
                                 .num_copied = memory[num_copied_word]}};
}

}  // namespace craggy::stores
