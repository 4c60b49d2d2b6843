#include "charts/text.hpp"

#include <clocale>

#include <gtest/gtest.h>

namespace craggy::charts {
namespace {

TEST(Escaped, LeavesNothingThatIsMarkup) {
  EXPECT_EQ(escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
  EXPECT_EQ(escaped("σ ≤ 1/50"), "σ ≤ 1/50");
  EXPECT_EQ(escaped(std::string("a\0b\x01\x1f"
                                "c\nd\te",
                                10)),
            "abc\nd\te");
}

TEST(ShortFixed, DropsWhatSaysNothing) {
  EXPECT_EQ(short_fixed(1.0), "1");
  EXPECT_EQ(short_fixed(1.5), "1.5");
  EXPECT_EQ(short_fixed(1.236), "1.24");
  EXPECT_EQ(short_fixed(-0.001), "0");
  EXPECT_EQ(short_fixed(100.0), "100");
  EXPECT_EQ(short_fixed(1200.0, 0), "1200");
  EXPECT_EQ(short_fixed(0.123456, 4), "0.1235");
}

TEST(ShortFixed, IsTheSameInEveryLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  // Whichever of those with a decimal comma is installed; without any there is nothing to see.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  EXPECT_EQ(short_fixed(1.5), "1.5");
  std::setlocale(LC_ALL, before.c_str());
}

TEST(PiecesOf, FindsLoweredParts) {
  const auto pieces = pieces_of("σ_{h} = 0.1 and h_{∗}");
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[0].text, "σ");
  EXPECT_FALSE(pieces[0].lowered);
  EXPECT_EQ(pieces[1].text, "h");
  EXPECT_TRUE(pieces[1].lowered);
  EXPECT_EQ(pieces[2].text, " = 0.1 and h");
  EXPECT_EQ(pieces[3].text, "∗");
  EXPECT_EQ(pieces_of("a_{b").size(), 1U);  // no end: text as it is
  EXPECT_TRUE(pieces_of("").empty());
  EXPECT_EQ(plain_text("σ_{h} = 1"), "σ_h = 1");
}

TEST(TextWidth, CountsCharactersAndNotBytes) {
  EXPECT_DOUBLE_EQ(text_width("σσ", 10.0), text_width("aa", 10.0));
  EXPECT_GT(text_width("mm", 10.0), text_width("ii", 10.0));
  EXPECT_LT(text_width("_{h}", 10.0), text_width("h", 10.0));
  EXPECT_DOUBLE_EQ(text_width("abc", 20.0), 2.0 * text_width("abc", 10.0));
}

TEST(WrappedTo, KeepsEveryWordAndTheWidth) {
  const std::string text = "one two three four five six seven eight nine ten";
  const double width = 90.0;
  std::string joined;
  for (const std::string& line : wrapped_to(text, 10.0, width)) {
    EXPECT_LE(text_width(line, 10.0), width) << line;
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
  EXPECT_EQ(wrapped_to("averylongwordthatdoesnotfit", 10.0, 5.0).size(), 1U);
  EXPECT_TRUE(wrapped_to("", 10.0, 5.0).empty());
}

}  // namespace
}  // namespace craggy::charts
