#include "execution/command_template.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::execution {
namespace {

using namespace std::string_literals;
using craggy::testing::message_of;
using Words = std::vector<std::string>;
using Values = std::vector<std::optional<std::string>>;

const std::vector<DeclaredParameter> parameters = {{"lr"}, {"opt"}, {"momentum", true}, {"a; rm -rf"}};

Words fill(const Words& words, const Values& values) {
  return CommandTemplate(words, parameters).fill(values);
}

std::string error_in(const std::string& word) {
  return message_of([&] { CommandTemplate({"run", word}, parameters); });
}

TEST(CommandTemplate, PutsValuesInPlace) {
  EXPECT_EQ(
      fill({"train", "--lr", "{lr}", "--name={opt}-{lr}", "{a; rm -rf}", ""}, {"0.1", "adam", "0.9", "7"}),
      (Words{"train", "--lr", "0.1", "--name=adam-0.1", "7", ""}));
}

TEST(CommandTemplate, NoValueIsReadAgainOrSplit) {
  EXPECT_EQ(fill({"x", "{opt}"}, {"1", "$(rm -rf /); {lr} \"a b\" -x", "2", "3"}),
            (Words{"x", "$(rm -rf /); {lr} \"a b\" -x"}));
}

TEST(CommandTemplate, DoubledBracesAreBraces) {
  EXPECT_EQ(fill({"awk", "{{print ${lr}}}", "{{lr}}", "{{{lr}}}"}, {"1", "", "", ""}),
            (Words{"awk", "{print $1}", "{lr}", "{1}"}));
}

TEST(CommandTemplate, AnInactiveParameterTakesItsArgumentAndOptionAlong) {
  const Values inactive = {"0.1", "sgd", std::nullopt, "7"};
  EXPECT_EQ(fill({"t", "--momentum={momentum}", "end"}, inactive), (Words{"t", "end"}));
  EXPECT_EQ(fill({"t", "--momentum", "{momentum}", "end"}, inactive), (Words{"t", "end"}));
  EXPECT_EQ(fill({"t", "-m", "{momentum}"}, inactive), (Words{"t"}));
  EXPECT_EQ(fill({"t", "--opt", "{opt}", "{momentum}"}, inactive), (Words{"t", "--opt", "sgd"}));
  EXPECT_EQ(fill({"t", "--opt={opt}", "{momentum}"}, inactive), (Words{"t", "--opt=sgd"}));
  EXPECT_EQ(fill({"t", "--", "{momentum}"}, inactive), (Words{"t", "--"}));
  EXPECT_EQ(fill({"t", "-", "{momentum}"}, inactive), (Words{"t", "-"}));
  EXPECT_EQ(fill({"t", "-1", "{momentum}"}, inactive), (Words{"t", "-1"}));
  EXPECT_EQ(fill({"t", "--flag", "m={momentum}"}, inactive), (Words{"t", "--flag"}));
  EXPECT_EQ(fill({"t", "--m", "{momentum}", "{momentum}"}, inactive), (Words{"t"}));
  EXPECT_EQ(fill({"t", "--opt", "{momentum}"}, {"0.1", "sgd", "-x", "7"}), (Words{"t", "--opt", "-x"}));
}

TEST(CommandTemplate, KnowsWhatIsNotMentioned) {
  EXPECT_EQ(CommandTemplate({"x", "{lr}{opt}"}, parameters).unused(), (Words{"momentum", "a; rm -rf"}));
  EXPECT_EQ(CommandTemplate({"x"}, {}).unused(), Words{});
}

TEST(CommandTemplate, KnowsItsProgram) {
  EXPECT_EQ(CommandTemplate({"./a{{b"}, parameters).fixed_program(), "./a{b");
  EXPECT_EQ(CommandTemplate({"./{opt}"}, parameters).fixed_program(), std::nullopt);
  EXPECT_EQ(CommandTemplate({"{opt}"}, parameters).fixed_program(), std::nullopt);
}

TEST(CommandTemplate, SaysWhatIsWrong) {
  EXPECT_EQ(error_in("--m={momentun}"),
            "an argument of the command is '--m={momentun}', but there is no parameter 'momentun'; did you "
            "mean '{momentum}'?");
  EXPECT_EQ(error_in("{print $1}"),
            "an argument of the command is '{print $1}', but there is no parameter 'print $1'; there are lr, "
            "opt, momentum, a; rm -rf; write '{{' and "
            "'}}' for braces");
  EXPECT_EQ(
      error_in("a{lr"),
      "an argument of the command is 'a{lr', but it has a '{' that is not closed; write '{{' for a brace");
  EXPECT_EQ(
      error_in("a}"),
      "an argument of the command is 'a}', but it has a '}' that closes nothing; write '}}' for a brace");
  EXPECT_EQ(error_in("lr={lr},m={momentum}"),
            "an argument of the command is 'lr={lr},m={momentum}', but it is left out where 'momentum' is "
            "inactive, so it may mention no other parameter");
  EXPECT_EQ(message_of([] { CommandTemplate({}, {}); }),
            "the command is empty, but it has to name a program");
  EXPECT_EQ(message_of([] { CommandTemplate({""}, {}); }),
            "the command is empty, but it has to name a program");
  EXPECT_EQ(message_of([] {
              fill({"x", "{opt}"}, {"1", "a\0b"s, "2", "3"});
            }),
            R"(an argument of the command is 'a\x00b', but it has a zero byte, which no argument can hold)");
}

}  // namespace
}  // namespace craggy::execution
