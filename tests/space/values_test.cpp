// Values as people and programs read them, and back.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/space/grammar.hpp>

#include "space/codec.hpp"
#include "support/any_space.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

std::string message_for(const std::string& parameter, const std::string& text) {
  return testing::message_of([&] { parse_value(parse_parameter(parameter), text); });
}

TEST(ValueText, IsPlain) {
  EXPECT_EQ(value_text(parse_parameter("x=log(1e-5,1)"), 0.001), "0.001");
  EXPECT_EQ(value_text(parse_parameter("x=int(1,100)"), 16), "16");
  EXPECT_EQ(value_text(parse_parameter("x=int(0,9007199254740992)"), 9007199254740992.0), "9007199254740992");
  EXPECT_EQ(value_text(parse_parameter("x=step(0,1,0.1)"), 0.3), "0.3");
  EXPECT_EQ(value_text(parse_parameter("x=categorical(adam,\"a b\")"), 1), "a b");
  EXPECT_EQ(value_text(parse_parameter("x=bool"), 1), "true");
  EXPECT_EQ(value_text(parse_parameter("x=bool"), 0), "false");
}

TEST(ParseValue, ReadsEveryKind) {
  EXPECT_EQ(parse_value(parse_parameter("x=float(0,1)"), "2.5e-1"), 0.25);
  EXPECT_EQ(parse_value(parse_parameter("x=int(1,100)"), "16"), 16);
  EXPECT_EQ(parse_value(parse_parameter("x=categorical(adam,\"a b\")"), "a b"), 1);
  EXPECT_EQ(parse_value(parse_parameter("x=bool"), "false"), 0);
  // A step that somebody computed is the step.
  EXPECT_EQ(parse_value(parse_parameter("x=step(0,1,0.1)"), "0.30000000000000004"), 0.3);
  EXPECT_EQ(parse_value(parse_parameter("x=step(0,1,0.1)"), "1"), 1);
}

TEST(ParseValue, MistakesAreNamed) {
  EXPECT_EQ(message_for("lr=float(0,1)", "2"), "'lr' is '2', but it has to lie in [0, 1]");
  EXPECT_EQ(message_for("lr=float(0,1)", "fast"),
            "'lr' is 'fast', but it has to be a finite number such as 0.01 or 1e-5");
  EXPECT_EQ(message_for("lr=float(0,1)", "nan"),
            "'lr' is 'nan', but it has to be a finite number such as 0.01 or 1e-5");
  EXPECT_EQ(message_for("n=int(1,8)", "9"), "'n' is '9', but it has to be a whole number from 1 to 8");
  EXPECT_EQ(message_for("n=int(1,8)", "2.0"),
            "'n' is '2.0', but it has to be a whole number in digits, such as 16 or -3");
  EXPECT_EQ(message_for("q=step(0,1,0.1)", "0.24"),
            "'q' is '0.24', but it has to be one of 0, 0.1, …, 1; the nearest is 0.2");
  EXPECT_EQ(message_for("opt=categorical(adam,sgd)", "adm"),
            "'opt' is 'adm', but it has to be one of adam, sgd; did you mean 'adam'?");
  EXPECT_EQ(message_for("flag=bool", "yes"), "'flag' is 'yes', but it has to be true or false");
}

TEST(ValueProperty, TextComesBackExactly) {
  testing::expect_property(
      [] {
        const Parameter parameter{"x", testing::any_domain(true, 100000)};
        const double code = Codec(parameter.domain).pick(testing::any_share());
        const std::string text = value_text(parameter, code);
        RC_LOG() << to_text(parameter) << ": " << text;
        RC_ASSERT(parse_value(parameter, text) == code);
      },
      5000);
}

}  // namespace
}  // namespace craggy
