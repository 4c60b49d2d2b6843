// The small texts of a store: cleaned messages, lists of numbers, hidden passwords.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "clean_text.hpp"
#include "number_list.hpp"
#include "secrets.hpp"
#include "stores/postgres_refusal.hpp"
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

TEST(Secrets, AShortOneIsHiddenOnlyWhereItStandsAlone) {
  EXPECT_EQ(without_secrets("the database system is starting up, not \"a\"", {"a"}),
            "the database system is starting up, not \"***\"");
  EXPECT_EQ(without_secrets("geheimnis", {"geheim"}), "***nis");
}

TEST(PostgresRefusal, TheCodeSaysWhetherItPasses) {
  const PostgresRefusal wrong = parse_refusal(
      "connection to server on socket \"/tmp/.s.PGSQL.5432\" failed: FATAL:  28P01: password authentication "
      "failed for user \"me\"\nLOCATION:  auth_failed, auth.c:326\n");
  EXPECT_EQ(wrong.state, "28P01");
  EXPECT_EQ(
      wrong.message,
      "connection to server on socket \"/tmp/.s.PGSQL.5432\" failed: FATAL:  password authentication failed "
      "for user \"me\"");
  EXPECT_FALSE(may_pass(wrong));
  const PostgresRefusal full =
      parse_refusal("FATAL:  53300: zu viele Verbindungen\nORT:  InitProcess, proc.c:353");
  EXPECT_EQ(full.message, "FATAL:  zu viele Verbindungen");
  EXPECT_TRUE(may_pass(full));
  EXPECT_TRUE(may_pass(parse_refusal("FATAL:  57P03: the database system is starting up")));
  EXPECT_FALSE(may_pass(parse_refusal("FATAL:  3D000: database \"nothing\" does not exist")));
  const PostgresRefusal silent = parse_refusal("could not connect to server: No such file or directory\n");
  EXPECT_EQ(silent.state, "");
  EXPECT_TRUE(may_pass(silent));
}

}  // namespace
}  // namespace craggy::stores
