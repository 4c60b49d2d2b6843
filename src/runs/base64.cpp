#include "runs/base64.hpp"

#include <cstdint>

namespace craggy::runs {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : digits[group >> (18U - 6U * k) & 63U];
  }
  return text;
}

std::optional<std::string> parse_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    std::size_t size = 3;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_end = text[i + k] == '=' && k >= 2 && i + 4 == text.size();
      if (is_end && size == 3) size = k - 1;
      const std::size_t digit = is_end ? 0 : digits.find(text[i + k]);
      if (digit == std::string_view::npos || (size < 3 && !is_end)) return std::nullopt;
      group = group << 6U | static_cast<std::uint32_t>(digit);
    }
    for (std::size_t k = 0; k < size; ++k) bytes += static_cast<char>(group >> (16U - 8U * k) & 255U);
  }
  return bytes;
}

}  // namespace craggy::runs
