// Numbers and texts as bytes and back, bit by bit: for state that is stored and read again by the same
// program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy {

class ByteWriter {
 public:
  /// `magic` comes first and says what follows, and in which version.
  explicit ByteWriter(std::string_view magic) : bytes_(magic) {}

  void number(double value);
  void count(std::uint64_t value);
  void text(std::string_view value);             // with its length
  void numbers(std::span<const double> values);  // with their count
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Throws InvalidArgument, naming `what` was expected, if the bytes are of another kind, too short or too
/// long.
class ByteReader {
 public:
  ByteReader(std::string what, std::string_view magic, std::string_view bytes);

  double number();
  std::uint64_t count();  // never larger than what the rest of the bytes could hold
  std::string text();
  std::vector<double> numbers();
  void finish() const;  // nothing may be left

  [[noreturn]] void fail() const;

 private:
  void take(void* to, std::size_t size);

  std::string what_;
  std::string_view bytes_;
};

}  // namespace craggy
