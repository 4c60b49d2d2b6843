#include "space/texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/text.hpp"
#include "space/messages.hpp"

namespace craggy {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

template <typename Number>
std::errc read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size())
    return std::errc::invalid_argument;
  return error;
}

}  // namespace

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
    const std::size_t length = first_character(bytes).size;
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
