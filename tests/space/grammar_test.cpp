// Parameters as text: what is read, what is refused and how, and the exact way back.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/space/grammar.hpp>

#include "support/any_space.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

Domain domain_of(const std::string& text) { return parse_parameter(text).domain; }

Condition condition_of(const std::string& text) {
  return parse_parameter("x=bool if " + text).condition.value();
}

std::string message_for(const std::string& text) {
  return testing::message_of([&] { parse_parameter(text); });
}

TEST(Grammar, ReadsEveryKind) {
  EXPECT_EQ(parse_parameter("lr=log(1e-5,1e-1)"), (Parameter{"lr", Float{1e-5, 1e-1, true}}));
  EXPECT_EQ(domain_of("x=float(-1,+2.5)"), (Domain{Float{-1, 2.5}}));
  EXPECT_EQ(domain_of("n=int(1,8)"), (Domain{Int{1, 8}}));
  EXPECT_EQ(domain_of("w=logint(1,1024)"), (Domain{Int{1, 1024, true}}));
  EXPECT_EQ(domain_of("q=step(0,1,0.1)"), (Domain{Step{0, 1, 0.1}}));
  EXPECT_EQ(domain_of("opt=categorical(adam,sgd)"), (Domain{Categorical{{"adam", "sgd"}}}));
  EXPECT_EQ(domain_of("flag=bool"), Domain{Bool{}});
  EXPECT_EQ(domain_of("n=int(5,5)"), (Domain{Int{5, 5}}));
  EXPECT_EQ(domain_of("n=int(-9007199254740992,0)"), (Domain{Int{-largest_int, 0}}));
}

TEST(Grammar, BlanksDoNotMatterBetweenPieces) {
  EXPECT_EQ(parse_parameter(" m = float ( 0 , 1 )  if  opt  in ( a , \"b c\" ) "),
            (Parameter{"m", Float{0, 1}, Condition{"opt", Comparison::in, {"a", "b c"}}}));
  EXPECT_EQ(parse_parameter("m=float(0,1)if opt==a"),
            (Parameter{"m", Float{0, 1}, Condition{"opt", Comparison::equal, {"a"}}}));
}

TEST(Grammar, CategoriesMayHoldAnythingInQuotes) {
  EXPECT_EQ(domain_of(R"(c=categorical("a b","",",)(","\"\\\n\t\r\x1b","é√",bf16,models/v1.2:x@y+z%))"),
            (Domain{Categorical{{"a b", "", ",)(", "\"\\\n\t\r\x1b", "é√", "bf16", "models/v1.2:x@y+z%"}}}));
}

TEST(Grammar, ReadsEveryComparison) {
  EXPECT_EQ(condition_of("opt == sgd"), (Condition{"opt", Comparison::equal, {"sgd"}}));
  EXPECT_EQ(condition_of("opt != \"a b\""), (Condition{"opt", Comparison::not_equal, {"a b"}}));
  EXPECT_EQ(condition_of("n < 3"), (Condition{"n", Comparison::less, {"3"}}));
  EXPECT_EQ(condition_of("n<=-3"), (Condition{"n", Comparison::less_equal, {"-3"}}));
  EXPECT_EQ(condition_of("n > 1e-3"), (Condition{"n", Comparison::greater, {"1e-3"}}));
  EXPECT_EQ(condition_of("n >= 3"), (Condition{"n", Comparison::greater_equal, {"3"}}));
  EXPECT_EQ(condition_of("opt in (adam,sgd)"), (Condition{"opt", Comparison::in, {"adam", "sgd"}}));
  EXPECT_EQ(condition_of("flag"), (Condition{"flag", Comparison::equal, {"true"}}));
  EXPECT_EQ(condition_of("flag == true"), condition_of("flag"));
}

TEST(Grammar, NamesAreRestricted) {
  for (const char* name : {"x", "_x", ".x", "a.b-c_d9", "X"})
    EXPECT_EQ(parse_parameter(std::string(name) + "=bool").name, name);
  EXPECT_EQ(message_for("a; rm -rf=bool"),
            "the name of a parameter is 'a; rm -rf', but it may hold ASCII letters, digits and _ - . only, "
            "and not ';' (at character 1 of 'a; rm -rf=bool')");
  EXPECT_EQ(message_for("1x=bool"),
            "the name of a parameter is '1x', but it has to begin with a letter, _ or . (at character 1 of "
            "'1x=bool')");
  EXPECT_EQ(message_for("-x=bool"),
            "the name of a parameter is '-x', but it has to begin with a letter, _ or . (at character 1 of "
            "'-x=bool')");
  EXPECT_EQ(message_for("=bool"),
            "the name of a parameter is '', but it must not be empty (at character 1 of '=bool')");
  EXPECT_NE(message_for(std::string(300, 'x') + "=bool").find("at most 255 characters, and not 300"),
            std::string::npos);
  EXPECT_NE(message_for("a\nb=bool").find(R"('a\nb')"), std::string::npos);
}

TEST(Grammar, MistakesAreNamedWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"lr",
       "a parameter is 'lr', but it has to read NAME=KIND(…), such as lr=log(1e-5,1e-1) (at character 1 of "
       "'lr')"},
      {"lr=logg(1,2)",
       "the kind of 'lr' is 'logg', but it has to be one of float, log, int, logint, step, categorical, "
       "bool; did you mean 'log'? (at character 4 of 'lr=logg(1,2)')"},
      {"x=float(0,1",
       "missing ')' in 'x', which has to read float(LOW,HIGH) (at character 12 of 'x=float(0,1')"},
      {"x=float 0,1",
       "expected '(' and found '0' in 'x', which has to read float(LOW,HIGH) (at character 9 of 'x=float "
       "0,1')"},
      {"x=float", "missing '(' in 'x', which has to read float(LOW,HIGH) (at character 8 of 'x=float')"},
      {"x=float(0;1)",
       "expected ',' and found ';' in 'x', which has to read float(LOW,HIGH) (at character 10 of "
       "'x=float(0;1)')"},
      {"x=float(0 1)",
       "expected ',' and found '1' in 'x', which has to read float(LOW,HIGH) (at character 11 of 'x=float(0 "
       "1)')"},
      {"x=float(0..1)",
       "expected ',' and found '..' in 'x', which has to read float(LOW,HIGH) (at character 10 of "
       "'x=float(0..1)')"},
      {"x=float(0,1]",
       "expected ')' and found ']' in 'x', which has to read float(LOW,HIGH) (at character 12 of "
       "'x=float(0,1]')"},
      {"x=float[0,1]",
       "expected '(' and found '[' in 'x', which has to read float(LOW,HIGH) (at character 8 of "
       "'x=float[0,1]')"},
      {"x=0..1",
       "the kind of 'x' is '0..1', but it has to be one such as float(0,1) (at character 3 of 'x=0..1')"},
      {"x=", "the kind of 'x' is missing, but it has to be one such as float(0,1) (at character 3 of 'x=')"},
      {"x=loguniform(1,2)",
       "the kind of 'x' is 'loguniform', but it has to be one of float, log, int, logint, step, categorical, "
       "bool; did you mean 'log'? (at character 3 of 'x=loguniform(1,2)')"},
      {"x=quaternion(1,2)",
       "the kind of 'x' is 'quaternion', but it has to be one of float, log, int, logint, step, categorical, "
       "bool (at character 3 of 'x=quaternion(1,2)')"},
      {"x=float(0)",
       "the number of arguments of float of 'x' is 1, but it has to read float(LOW,HIGH) (at character 10 of "
       "'x=float(0)')"},
      {"x=float(0,1,2)",
       "the number of arguments of float of 'x' is more than 2, but it has to read float(LOW,HIGH) (at "
       "character 13 of 'x=float(0,1,2)')"},
      {"x=float(0,one)",
       "the upper bound of 'x' is 'one', but it has to be a finite number such as 0.01 or 1e-5 (at character "
       "11 of 'x=float(0,one)')"},
      {"x=float(0,inf)",
       "the upper bound of 'x' is 'inf', but it has to be a finite number such as 0.01 or 1e-5 (at character "
       "11 of 'x=float(0,inf)')"},
      {"x=float(0,1e999)",
       "the upper bound of 'x' is '1e999', but it is beyond what a double can hold, 1e-307 to 1e308 (at "
       "character 11 of 'x=float(0,1e999)')"},
      {"x=float(1,0)",
       "the lower bound of 'x' is 1, but it has to be below the upper bound, 0 (at character 3 of "
       "'x=float(1,0)')"},
      {"x=log(0,1)",
       "the lower bound of 'x' is 0, but a log parameter needs it above 0 (at character 3 of 'x=log(0,1)')"},
      {"n=int(1,8.5)",
       "the upper bound of 'n' is '8.5', but it has to be a whole number in digits, such as 16 or -3 (at "
       "character 9 of 'n=int(1,8.5)')"},
      {"n=int(8,1)",
       "the lower bound of 'n' is 8, but it has to be at most the upper bound, 1 (at character 3 of "
       "'n=int(8,1)')"},
      {"q=step(0,1,0)",
       "the step of 'q' is 0, but it has to be finite and above 0 (at character 3 of 'q=step(0,1,0)')"},
      {"q=step(0,1,2)",
       "the step of 'q' is 2, but it has to fit at least once between the bounds, 0 and 1 (at character 3 of "
       "'q=step(0,1,2)')"},
      {"c=categorical(a)",
       "the number of categories of 'c' is 1, but there has to be a choice: give at least two different ones "
       "(at character 3 of 'c=categorical(a)')"},
      {"c=categorical(a,a)",
       "a category of 'c' is 'a', but it occurs twice: give at least two different ones, each once (at "
       "character 3 of 'c=categorical(a,a)')"},
      {"c=categorical(a b,c)",
       "a category of 'c' is 'a b', but without quotes it may hold ASCII letters, digits and _ - . + / : @ % "
       "only; anything else in double quotes, such as \"a b\" (at character 15 of 'c=categorical(a b,c)')"},
      {"c=categorical(a;b)",
       "expected ',' and found ';' in 'c', which has to read categorical(FIRST,SECOND) (at character 16 of "
       "'c=categorical(a;b)')"},
      {"c=categorical(a,b",
       "missing ')' in 'c', which has to read categorical(FIRST,SECOND) (at character 18 of "
       "'c=categorical(a,b')"},
      {"c=categorical(,a)",
       "a category of 'c' is '', but without quotes it may hold ASCII letters, digits and _ - . + / : @ % "
       "only; anything else in double quotes, such as \"a b\" (at character 15 of 'c=categorical(,a)')"},
      {R"(c=categorical(a,"b))",
       "a category of 'c' is '\"b)', but its closing quote \" is missing (at character 17 of "
       "'c=categorical(a,\"b)')"},
      {R"(c=categorical(a,"\q"))",
       R"(an escape in a category of 'c' is '\q")', but it has to be one of \\ \" \n \t \r and \xHH (at character 18 of 'c=categorical(a,"\q")'))"},
      {"flag=bool()",
       "the rest of 'flag' is '()', but nothing may follow but a condition, such as if opt == sgd (at "
       "character 10 of 'flag=bool()')"},
      {"m=bool unless x",
       "the rest of 'm' is 'unless x', but nothing may follow but a condition, such as if opt == sgd (at "
       "character 8 of 'm=bool unless x')"},
      {"m=bool if",
       "the parameter in the condition of 'm' is '', but it must not be empty (at character 10 of 'm=bool "
       "if')"},
      {"m=bool if opt = sgd",
       "the comparison in the condition of 'm' is '= sgd', but it has to be one of ==, !=, <, <=, >, >=, in "
       "(…) (at character 15 of 'm=bool if opt = sgd')"},
      {"m=bool if opt ==",
       "a value in the condition of 'm' is '', but without quotes it may hold ASCII letters, digits and _ - "
       ". + / : @ % only; anything else in double quotes, such as \"a b\" (at character 17 of 'm=bool if opt "
       "==')"},
      {"m=bool if opt == a and n > 2",
       "the rest of 'm' is 'and n > 2', but a parameter has one condition; to have more of them, give its "
       "parent a condition, too (at character 20 of 'm=bool if opt == a and n > 2')"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_for(text), message);
}

TEST(Grammar, KindsOfOtherOptimisersAreUnderstood) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"uniform", "float"},      {"log_uniform", "log"}, {"randint", "int"},     {"quniform", "step"},
      {"choice", "categorical"}, {"Float", "float"},     {"cat", "categorical"}, {"itn", "int"}};
  for (const auto& [word, kind] : words)
    EXPECT_NE(message_for("x=" + word + "(0,1)").find("; did you mean '" + kind + "'?"), std::string::npos)
        << word;
}

TEST(Grammar, NumbersOutOfReachAreRefused) {
  EXPECT_NE(message_for("n=int(0,9007199254740993)").find("whole numbers go up to ±2^53"), std::string::npos);
  EXPECT_NE(message_for("n=int(0,99999999999999999999)").find("whole numbers go up to ±2^53"),
            std::string::npos);
  EXPECT_NE(message_for("n=int(-9007199254740992,1)").find("within 2^53 of the lower bound"),
            std::string::npos);
  EXPECT_NE(message_for("n=logint(0,8)").find("a logint parameter needs it above 0"), std::string::npos);
  EXPECT_NE(message_for("n=logint(1,35184372088833)").find("a logint goes up to 2^45"), std::string::npos);
  EXPECT_NE(message_for("q=step(1e20,2e20,1)").find("it has to be at least"), std::string::npos);
  EXPECT_NE(message_for("q=step(-1e308,1e308,1e307)").find("too far apart"), std::string::npos);
  EXPECT_NE(message_for("x=float(nan,1)").find("it has to be a finite number"), std::string::npos);
}

TEST(Grammar, CategoriesHaveToBeText) {
  EXPECT_NE(message_for("c=categorical(a,\"\\x00\")").find("UTF-8, without the byte 0"), std::string::npos);
  for (const char* bad : {"\xff", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                          "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "a\x80"})
    EXPECT_NE(message_for("c=categorical(a,\"" + std::string(bad) + "\")").find("UTF-8"), std::string::npos);
}

TEST(Grammar, ThereMayBeAThousandCategoriesAndNoMore) {
  std::string text = "c=categorical(c0";
  for (int i = 1; i < 1000; ++i) text += ",c" + std::to_string(i);
  EXPECT_EQ(std::get<Categorical>(domain_of(text + ")")).choices.size(), 1000u);
  EXPECT_NE(message_for(text + ",more)").find("at most 1000 names"), std::string::npos);
}

TEST(Grammar, AMegabyteOfAnythingIsReadOrRefusedQuickly) {
  // Anything that took time in proportion to the square of the length would take minutes here.
  const std::size_t megabyte = std::size_t{1} << 20U;
  for (const char* piece : {"x", "(", ",", "\"", "\\", " ", "=", "x=float(", "x=categorical(", "a,", "if ",
                            "9", "\xff", "x=categorical(\"\\"}) {
    std::string text = "x=categorical(a,";
    while (text.size() < megabyte) text += piece;
    EXPECT_LT(message_for(text).size(), 1000u) << piece;
    EXPECT_LT(message_for(text.substr(16)).size(), 1000u) << piece;
  }
  EXPECT_EQ(std::get<Categorical>(domain_of("x=categorical(a,\"" + std::string(megabyte, 'b') + "\")"))
                .choices[1]
                .size(),
            megabyte);
}

TEST(GrammarText, IsWhatOneWouldWrite) {
  for (const char* text :
       {"lr=log(1e-05,0.1)", "n=int(1,8)", "w=logint(1,1024)", "q=step(0,1,0.1)", "opt=categorical(adam,sgd)",
        "flag=bool", "m=float(0,1) if opt == sgd", "m=bool if n >= 3", "m=bool if opt in (adam,sgd)",
        R"(m=bool if opt != "a b")", R"(c=categorical("a b","","\"\\\n","é"))"})
    EXPECT_EQ(to_text(parse_parameter(text)), text);
  EXPECT_EQ(to_text(parse_parameter("m=bool if flag")), "m=bool if flag == true");
}

TEST(GrammarProperty, TextComesBackExactly) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(4, true, 1000);
        for (const Parameter& parameter : space.parameters()) {
          const std::string text = to_text(parameter);
          RC_LOG() << text << "\n";
          RC_ASSERT(parse_parameter(text) == parameter);
          RC_ASSERT(to_text(parse_parameter(text)) == text);
        }
      },
      2000);
}

TEST(GrammarProperty, AnyTextIsReadOrRefused) {
  // Pieces of the grammar in any order: what is read has a text that reads the same.
  const std::vector<std::string> pieces = {"x",
                                           "=",
                                           "float",
                                           "log",
                                           "int",
                                           "step",
                                           "categorical",
                                           "bool",
                                           "(",
                                           ")",
                                           ",",
                                           "0",
                                           "1",
                                           "-",
                                           "1e5",
                                           "\"",
                                           "\\",
                                           "a",
                                           "b",
                                           " ",
                                           "if",
                                           "==",
                                           "in",
                                           ">=",
                                           "<",
                                           "!",
                                           ".",
                                           "\xc3",
                                           "é",
                                           "\n",
                                           std::string(1, '\0')};
  testing::expect_property(
      [&] {
        const auto chosen =
            *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, pieces.size()));
        std::string text =
            *rc::gen::element<std::string>("", "x=", "x=categorical(", "x=float(0,1)", "x=bool if ");
        for (const std::size_t i : chosen) text += pieces[i];
        RC_LOG() << text;
        Parameter parameter{"", Bool{}};
        try {
          parameter = parse_parameter(text);
        } catch (const InvalidArgument&) {
          return;
        }
        RC_ASSERT(parse_parameter(to_text(parameter)) == parameter);
      },
      20000);
}

}  // namespace
}  // namespace craggy
