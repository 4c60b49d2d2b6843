#include "texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include <craggy/base/check.hpp>

#include "messages.hpp"

namespace craggy {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// How many bytes the UTF-8 character at the beginning has; 0 if that is none.
std::size_t character_length(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes[i]));
  };
  const unsigned first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xf0U ? 4 : first >= 0xe0U ? 3 : 2;
  if (first < 0xc2U || first > 0xf4U || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  // Longer than need be, the halves of UTF-16, and what is beyond Unicode.
  if (first == 0xe0U && byte(1) < 0xa0U) return 0;
  if (first == 0xedU && byte(1) >= 0xa0U) return 0;
  if (first == 0xf0U && byte(1) < 0x90U) return 0;
  if (first == 0xf4U && byte(1) >= 0x90U) return 0;
  return length;
}

/// from_chars knows no leading plus.
std::string_view without_plus(std::string_view text) {
  const bool has_plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return has_plus ? text.substr(1) : text;
}

template <typename Number>
std::errc read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size())
    return std::errc::invalid_argument;
  return error;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_name_character(char c) { return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; }

bool is_bare_character(char c) {
  return is_name_character(c) || std::string_view("+/:@%").find(c) != std::string_view::npos;
}

std::string quoted_if_needed(std::string_view name) {
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_bare_character)) return std::string(name);
  return '"' + escaped(name) + '"';
}

bool is_text(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    if (length == 0 || bytes[0] == '\0') return false;
    bytes.remove_prefix(length);
  }
  return true;
}

double parse_number(std::string_view what, std::string_view text) {
  double number = 0.0;
  const std::errc error = read(without_plus(text), number);
  if (error == std::errc::result_out_of_range)
    fail_argument(what, shown(text), "it is beyond what a double can hold, 1e-307 to 1e308");
  if (error != std::errc{} || !std::isfinite(number))
    fail_argument(what, shown(text), "it has to be a finite number such as 0.01 or 1e-5");
  return number;
}

std::int64_t parse_whole_number(std::string_view what, std::string_view text) {
  std::int64_t number = 0;
  const std::errc error = read(without_plus(text), number);
  if (error == std::errc::result_out_of_range)
    fail_argument(what, shown(text), fmt::format("whole numbers go up to ±2^53, {}", std::int64_t{1} << 53));
  if (error != std::errc{})
    fail_argument(what, shown(text), "it has to be a whole number in digits, such as 16 or -3");
  return number;
}

}  // namespace craggy
