#include "base/printable.hpp"

#include <string>

#include <gtest/gtest.h>

namespace craggy {
namespace {

using namespace std::string_literals;

TEST(Printable, OrdinaryTextStays) {
  EXPECT_EQ(printable("a b\tc\nß → 🙂"), "a b\tc\nß → 🙂");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ControlCharactersBecomeHarmless) {
  EXPECT_EQ(printable("\x1b[31mred\x07\r\0\x7f"s), R"(\x1b[31mred\x07\x0d\x00\x7f)");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            R"(\xc2\x9b31m)");
  EXPECT_EQ(printable("\u202Etxt.exe"), R"(\xe2\x80\xaetxt.exe)");
}

TEST(Printable, WhatIsNotUtf8IsShownByteByByte) {
  EXPECT_EQ(printable("\xff\xfe"), R"(\xff\xfe)");
  EXPECT_EQ(printable("\xc3"), R"(\xc3)");                          // cut short
  EXPECT_EQ(printable("\xc3("), R"(\xc3()");                        // no continuation
  EXPECT_EQ(printable("\xc0\xaf"), R"(\xc0\xaf)");                  // overlong
  EXPECT_EQ(printable("\xe0\x80\xaf"), R"(\xe0\x80\xaf)");          // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), R"(\xed\xa0\x80)");          // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), R"(\xf4\x90\x80\x80)");  // beyond the last plane
}

TEST(Printable, AnExcerptIsOneShortLine) {
  EXPECT_EQ(excerpt("a\nb\tc"), "a b c");
  EXPECT_EQ(excerpt("abcdef", 6), "abcdef");
  EXPECT_EQ(excerpt("abcdefg", 6), "abcdef…");
}

}  // namespace
}  // namespace craggy
