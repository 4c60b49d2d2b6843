// The small texts of a store: cleaned messages, lists of numbers, hidden passwords.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "clean_text.hpp"
#include "number_list.hpp"
#include "secrets.hpp"
#include "support/property.hpp"

namespace craggy::stores {
namespace {

using Texts = std::vector<std::string>;

TEST(CleanText, KeepsUtf8AndReplacesTheRest) {
  const std::string good =
      "a\x7f\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF";
  EXPECT_TRUE(is_utf8(good));
  EXPECT_EQ(clean_text(good), good);
  const std::string mark = "\xEF\xBF\xBD";
  // Stray, cut off, overlong, half of a surrogate pair, too large.
  for (const auto& [bad, num_marks] : std::vector<std::pair<std::string, int>>{{"\x80", 1},
                                                                               {"\xFF", 1},
                                                                               {"\xC2", 1},
                                                                               {"\xE2\x82", 2},
                                                                               {"\xC0\xAF", 2},
                                                                               {"\xE0\x9F\xBF", 3},
                                                                               {"\xF0\x8F\xBF\xBF", 4},
                                                                               {"\xED\xA0\x80", 3},
                                                                               {"\xF4\x90\x80\x80", 4},
                                                                               {"\xF5\x80\x80\x80", 4}}) {
    EXPECT_FALSE(is_utf8(bad));
    std::string marks;
    for (int i = 0; i < num_marks; ++i) marks += mark;
    EXPECT_EQ(clean_text("a" + bad + "b"), "a" + marks + "b");
  }
  EXPECT_EQ(clean_text(std::string("a\0b", 3)), "a" + mark + "b");
}

TEST(CleanText, OfAnythingIsUtf8) {
  testing::expect_property([] {
    const std::string clean = clean_text(*rc::gen::arbitrary<std::string>());
    RC_ASSERT(is_utf8(clean));
    RC_ASSERT(clean.find('\0') == std::string::npos);
    RC_ASSERT(clean_text(clean) == clean);
  });
}

TEST(NumberList, ReadsWhatItWrites) {
  EXPECT_EQ(to_list({}), "[]");
  EXPECT_EQ(to_list(std::vector{0.5, -2.0, 1e300}), "[0.5,-2,1e+300]");
  testing::expect_property([] {
    const auto numbers = *rc::gen::container<std::vector<double>>(rc::gen::arbitrary<double>());
    RC_ASSERT(parse_list(to_list(numbers)) == numbers);
  });
}

TEST(NumberList, RefusesOtherTexts) {
  for (const std::string text :
       {"", "[", "]", "1", "[1", "[1,]", "[,1]", "[1 2]", "[a]", "[1,2", "[[1]]", "[1]]"})
    EXPECT_THROW(parse_list(text), StoreError) << text;
}

TEST(Secrets, AreFoundAsWrittenAndAsMeant) {
  EXPECT_EQ(secrets_of("postgresql://me@host/tune"), Texts());
  EXPECT_EQ(secrets_of("postgresql://me:a%40b@host/tune"), (Texts{"a%40b", "a@b"}));
  EXPECT_EQ(secrets_of("postgresql://host/tune?sslmode=x&password=abc&sslpassword=abcd"),
            (Texts{"abcd", "abc"}));
  EXPECT_EQ(secrets_of("postgresql://host:5432/tune"), Texts());
  EXPECT_EQ(without_secrets("x a@b y\na%40b\n", secrets_of("postgresql://me:a%40b@host/tune")),
            "x *** y ***");
}

}  // namespace
}  // namespace craggy::stores
