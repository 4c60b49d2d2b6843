// Reading texts from outside, byte by byte and whatever the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace craggy {

/// Without blanks, tabs and line breaks at either end.
std::string_view trimmed(std::string_view text);

/// A number without its leading plus, which std::from_chars does not know. Other texts stay.
std::string_view without_plus(std::string_view text);

/// 0 to 15, or -1 if it is none.
int hex_digit(char c);

struct Utf8Character {
  std::uint32_t code;
  std::size_t size;  // in bytes; 0 if the bytes are not UTF-8
};

/// The character at the beginning of `bytes`, which are not empty: no overlong form, no surrogate, nothing
/// beyond the last plane.
Utf8Character first_character(std::string_view bytes);

}  // namespace craggy
