#include "stores/clean_text.hpp"

#include <cstddef>

#include "base/text.hpp"

namespace craggy::stores {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = first_character(text).size;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = text.front() == '\0' ? 0 : first_character(text).size;
    clean += length == 0 ? replacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

}  // namespace craggy::stores
