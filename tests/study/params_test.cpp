// The parameters of a trial as JSON, of every kind.
#include "study/params.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/any_space.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

Space mixed_space() {
  return {{"lr", Float{1e-5, 1e-1, true}},
          {"n", Int{1, 8}},
          {"q", Step{0, 1, 0.1}},
          {"opt", Categorical{{"adam", "s\"gd"}}},
          {"flag", Bool{}, Condition{"opt", Comparison::equal, {"s\"gd"}}}};
}

TEST(Params, AreWhatProgramsExpect) {
  const std::vector<double> values = {0.001, 8, 0.3, 1, 1};
  const std::string text = R"({"lr":0.001,"n":8,"q":0.3,"opt":"s\"gd","flag":true})";
  EXPECT_EQ(to_params(mixed_space(), values), text);
  EXPECT_EQ(parse_params(mixed_space(), text), values);
}

TEST(Params, LeaveOutWhatDoesNotCount) {
  const std::vector<double> values = {0.001, 8, 0.3, 0, 0};
  const std::string text = R"({"lr":0.001,"n":8,"q":0.3,"opt":"adam"})";
  EXPECT_EQ(to_params(mixed_space(), values), text);
  EXPECT_EQ(parse_params(mixed_space(), text), values);
}

TEST(Params, OfNumbersAloneMayBeWrittenInAnyWay) {
  const Space space{{"x", Float{-10, 10}}, {"n", Int{1, 8}}};
  const std::vector<double> values = {-2.5e-3, 7};
  for (const char* text : {R"({"x":-0.0025,"n":7})", R"({"x":-2.5E-3,"n":7.0})", R"({"n":7,"x":-0.0025})",
                           R"( { "x" : -0.0025, "n" : 7 } )", R"({"\u0078":-0.0025,"n":7})"})
    EXPECT_EQ(parse_params(space, text), values) << text;
  const auto message_for = [&](const std::string& text) {
    return testing::message_of([&] { parse_params(space, text); });
  };
  EXPECT_NE(message_for(R"({"x":1,"n":9})").find("from 1 to 8"), std::string::npos);
  EXPECT_NE(message_for(R"({"x":1,"n":2)").find("one JSON object"), std::string::npos);
  EXPECT_NE(message_for(R"({"x":nan,"n":2})").find("one JSON object"), std::string::npos);
  EXPECT_NE(message_for(R"({"x":1,"n":2}})").find("one JSON object"), std::string::npos);
  EXPECT_NE(message_for(R"({"x":1})").find("have a value of 'n'"), std::string::npos);
}

TEST(Params, MistakesAreNamed) {
  const auto message_for = [](const std::string& text) {
    return testing::message_of([&] { parse_params(mixed_space(), text); });
  };
  EXPECT_EQ(message_for(R"({"lr":0.001,"n":8,"q":0.3,"opt":"s\"gd"})").find("the parameters is '{"), 0u);
  EXPECT_NE(message_for(R"({"lr":0.001,"n":8,"q":0.3,"opt":"s\"gd"})").find("have a value of 'flag'"),
            std::string::npos);
  EXPECT_EQ(message_for(R"({"opt":1})"), "'opt' is 1, but it has to be a text");
  EXPECT_EQ(message_for(R"({"flag":1})"), "'flag' is 1, but it has to be true or false");
  EXPECT_EQ(message_for(R"({"n":"8"})"), "'n' is \"8\", but it has to be a number");
  EXPECT_EQ(message_for(R"({"n":2.5})"), "'n' is 2.5, but it has to be a whole number from 1 to 8");
  EXPECT_NE(message_for(R"({"opt":"adan"})").find("did you mean 'adam'?"), std::string::npos);
  EXPECT_NE(message_for(R"({"lr":0.001,"n":8,"q":0.3,"opt":"adam","flag":true})").find("is inactive here"),
            std::string::npos);
}

TEST(ParamsProperty, ComeBackExactly) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(5, true, 50);
        RC_LOG() << testing::described(space);
        const std::vector<double> values = space.pick(testing::any_shares(space.size()));
        RC_ASSERT(parse_params(space, to_params(space, values)) == values);
      },
      1000);
}

}  // namespace
}  // namespace craggy
