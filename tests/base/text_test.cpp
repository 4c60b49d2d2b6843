#include "base/text.hpp"

#include <string>

#include <gtest/gtest.h>

namespace craggy {
namespace {

TEST(Text, TrimsBlanksOfEveryKind) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Text, OnePlusInFrontOfANumberIsDropped) {
  EXPECT_EQ(without_plus("+1.5"), "1.5");
  EXPECT_EQ(without_plus("1+2"), "1+2");
  for (const char* text : {"+", "++1", "+-1", ""}) EXPECT_EQ(without_plus(text), text);
}

TEST(Text, HexadecimalDigits) {
  const std::string digits = "0123456789abcdef";
  for (int i = 0; i < 16; ++i) EXPECT_EQ(hex_digit(digits[static_cast<std::size_t>(i)]), i);
  EXPECT_EQ(hex_digit('A'), 10);
  EXPECT_EQ(hex_digit('F'), 15);
  for (const char c : {'g', 'G', '/', ':', '@', '`', '\0', '\xff'}) EXPECT_EQ(hex_digit(c), -1);
}

// The naive definition: bits of the code in as few bytes as hold them.
std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  const auto tail = [&](unsigned shift) { return byte(0x80U | (code >> shift & 0x3FU)); };
  if (code < 0x80U) return {byte(code)};
  if (code < 0x800U) return {byte(0xC0U | code >> 6U), tail(0)};
  if (code < 0x10000U) return {byte(0xE0U | code >> 12U), tail(6), tail(0)};
  return {byte(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

TEST(Text, EveryCharacterIsRecognised) {
  for (std::uint32_t code = 0; code <= 0x10FFFFU; ++code) {
    const std::string bytes = utf8(code);
    const Utf8Character found = first_character(bytes + "x");
    const bool surrogate = code >= 0xD800U && code <= 0xDFFFU;
    ASSERT_EQ(found.size, surrogate ? 0 : bytes.size()) << code;
    ASSERT_EQ(found.code, surrogate ? 0 : code);
    if (bytes.size() == 1) continue;
    ASSERT_EQ(first_character(std::string_view(bytes).substr(0, bytes.size() - 1)).size, 0U) << code;
  }
}

TEST(Text, OtherBytesAreNoCharacter) {
  for (const char* bytes :
       {"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xff", "\xc3(", "\xe2\x82(", "\xf0\x9f\x98("})
    EXPECT_EQ(first_character(bytes).size, 0U) << bytes;
}

}  // namespace
}  // namespace craggy
