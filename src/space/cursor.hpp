// A place in a text that is read from left to right, once.
#pragma once

#include <algorithm>
#include <string_view>

namespace craggy {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  std::string_view whole() const { return text_; }
  std::size_t position() const { return position_; }
  bool is_at_end() const { return position_ == text_.size(); }
  char peek() const { return is_at_end() ? '\0' : text_[position_]; }

  void skip_blanks() {
    while (!is_at_end() && std::string_view(" \t\r\n").find(peek()) != std::string_view::npos) ++position_;
  }

  /// Steps over `expected` if it comes next.
  bool take(std::string_view expected) {
    if (!text_.substr(position_).starts_with(expected)) return false;
    position_ += expected.size();
    return true;
  }

  /// The next character, or 0 at the end.
  char take_one() {
    const char c = peek();
    if (!is_at_end()) ++position_;
    return c;
  }

  /// The characters from here on for which `belongs` holds.
  std::string_view take_while(bool (*belongs)(char)) {
    const std::size_t begin = position_;
    while (!is_at_end() && belongs(peek())) ++position_;
    return text_.substr(begin, position_ - begin);
  }

  /// Up to one of `ends`, or to the end of the text.
  std::string_view take_until(std::string_view ends) {
    const std::size_t begin = position_;
    position_ = std::min(text_.find_first_of(ends, begin), text_.size());
    return text_.substr(begin, position_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace craggy
