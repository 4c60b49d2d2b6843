// What is kept of a program's output: its last line, or all lines one by one, in bounded memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace craggy::execution {

/// A line of more bytes than this is no number and no result.
inline constexpr std::size_t longest_line = 65'536;

/// Cuts a stream into lines. A carriage return ends a line too, so that of a line which is rewritten in place
/// each version counts.
class LineReader {
 public:
  /// Without its end of line; of a line that is too long only the start, and `whole` is false.
  using Take = std::function<void(std::string_view line, bool whole)>;

  explicit LineReader(Take take) : take_(std::move(take)) {}

  void add(std::string_view bytes);
  void finish();  // hands over a last line without an end

 private:
  void hand_over();

  Take take_;
  std::string line_;
  bool whole_ = true;
  bool open_ = false;  // whether the line has begun
};

/// The last bytes of a stream.
class Tail {
 public:
  explicit Tail(std::size_t size) : size_(size) {}

  void add(std::string_view bytes);
  std::string_view bytes() const;
  bool cut() const { return cut_; }  // whether there was more

 private:
  std::size_t size_;
  std::string kept_;  // up to twice the size, so that it is not shifted with every byte
  bool cut_ = false;
};

}  // namespace craggy::execution
