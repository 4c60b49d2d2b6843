#include "space/messages.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"

namespace craggy {
namespace {

constexpr std::size_t max_shown = 60;    // bytes
constexpr std::size_t max_listed = 12;   // names
constexpr std::size_t max_guessed = 64;  // bytes: comparing names costs the product of their lengths

void append_escaped(std::string& result, char c) {
  switch (c) {
    case '\n':
      result += "\\n";
      return;
    case '\t':
      result += "\\t";
      return;
    case '\r':
      result += "\\r";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20U || byte == 0x7fU)
    result += fmt::format("\\x{:02x}", byte);
  else
    result += c;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    append_escaped(result, c);
  }
  return result;
}

std::string shown(std::string_view text) {
  std::size_t end = std::min(text.size(), max_shown);
  // Not in the middle of a UTF-8 character.
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  std::string result = "'";
  for (const char c : text.substr(0, end)) append_escaped(result, c);
  return result + (end < text.size() ? "…'" : "'");
}

std::string listed(std::span<const std::string> names) {
  std::vector<std::string> first;
  for (const std::string& name : names.first(std::min(names.size(), max_listed))) {
    std::string text = shown(name);
    first.push_back(text.substr(1, text.size() - 2));  // without the quotes
  }
  return fmt::format("{}{}", fmt::join(first, ", "),
                     names.size() > max_listed ? fmt::format(", … ({} in all)", names.size()) : "");
}

std::string guess(std::string_view name, std::span<const std::string> known) {
  if (name.size() > max_guessed) return "";
  std::vector<std::string> short_ones;
  std::copy_if(known.begin(), known.end(), std::back_inserter(short_ones),
               [](const std::string& candidate) { return candidate.size() <= max_guessed; });
  const std::string match = closest_match(name, short_ones);
  return match.empty() ? "" : fmt::format("; did you mean {}?", shown(match));
}

}  // namespace craggy
