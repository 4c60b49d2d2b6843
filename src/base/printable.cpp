#include "base/printable.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/text.hpp"

namespace craggy {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

// Also the characters that turn the direction of text around, with which a line can be made to read
// otherwise.
bool is_harmless(std::uint32_t code) {
  if (code == '\n' || code == '\t') return true;
  const bool control = code < 0x20U || (code >= 0x7FU && code <= 0x9FU);
  const bool direction = code == 0x200EU || code == 0x200FU || (code >= 0x2028U && code <= 0x202EU) ||
                         (code >= 0x2066U && code <= 0x2069U);
  return !control && !direction;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const Utf8Character character = first_character(bytes);
    const std::size_t size = std::max<std::size_t>(character.size, 1);
    if (character.size > 0 && is_harmless(character.code))
      text.append(bytes.substr(0, size));
    else
      for (std::size_t i = 0; i < size; ++i) text += fmt::format("\\x{:02x}", byte_at(bytes, i));
    bytes.remove_prefix(size);
  }
  return text;
}

std::string excerpt(std::string_view bytes, std::size_t length) {
  std::string text = printable(bytes.substr(0, length));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return bytes.size() > length ? text + "…" : text;
}

}  // namespace craggy
