#include "option_parser.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

struct Options {
  std::string name;
  std::vector<std::string> numbers;
  std::int64_t count = 3;
  std::optional<std::int64_t> optional_count;
  double weight = 0.5;
  std::string kind = "one";
  bool flag = false;
  bool given_weight = false;
};

struct Parsed {
  Options options;
  bool run = false;
  std::string out;
};

Parsed parse(const std::vector<std::string>& arguments, bool with_numbers = false) {
  Parsed parsed;
  Options& options = parsed.options;
  std::ostringstream out;
  std::ostringstream err;
  OptionParser parser("try", "Tries things.");
  parser.positional("NAME", options.name, "A name");
  if (with_numbers) parser.positionals("X", options.numbers, "Numbers");
  parser.group("Numbers");
  parser.whole("--count", options.count, 1, "How many");
  parser.whole("--optional-count", options.optional_count, 1, "How many at most [default: open]");
  parser.number("--weight", options.weight, "How heavy");
  parser.choice("--kind", options.kind, {"one", "other"}, "Which");
  parser.flag("--flag", options.flag, "Whether");
  parser.examples({"craggy try this"});
  parsed.run = parser.parse(arguments, Context{out, err, {}, {}});
  options.given_weight = parser.given("--weight");
  parsed.out = out.str();
  return parsed;
}

std::string problem_with(const std::vector<std::string>& arguments) {
  return craggy::testing::message_of([&] { parse(arguments); });
}

TEST(OptionParser, FillsInItsTargets) {
  const Parsed parsed =
      parse({"this", "--count", "7", "--weight=-2.5", "--kind", "other", "--flag", "--optional-count=2"});
  EXPECT_TRUE(parsed.run);
  EXPECT_EQ(parsed.options.name, "this");
  EXPECT_EQ(parsed.options.count, 7);
  EXPECT_EQ(parsed.options.optional_count, 2);
  EXPECT_EQ(parsed.options.weight, -2.5);
  EXPECT_EQ(parsed.options.kind, "other");
  EXPECT_TRUE(parsed.options.flag);
  EXPECT_TRUE(parsed.options.given_weight);
}

TEST(OptionParser, DoesWithoutAnOptionalPositional) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"this"}}) {
    std::string name;
    std::ostringstream out;
    OptionParser parser("try", "Tries things.");
    parser.optional_positional("NAME", name, "A name");
    EXPECT_TRUE(parser.parse(arguments, Context{out, out, {}, {}}));
    EXPECT_EQ(name, arguments.empty() ? "" : "this");
  }
}

TEST(OptionParser, LeavesTheDefaultsAlone) {
  const Parsed parsed = parse({"this"});
  EXPECT_EQ(parsed.options.count, 3);
  EXPECT_FALSE(parsed.options.optional_count.has_value());
  EXPECT_FALSE(parsed.options.flag);
  EXPECT_FALSE(parsed.options.given_weight);
}

TEST(OptionParser, NegativeNumbersAreNoOptions) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(parse({"this", "-1,2", "--flag"}, true).options.numbers, Texts{" -1,2"});
  EXPECT_EQ(parse({"this", "-.5", "-2"}, true).options.numbers, (Texts{" -.5", " -2"}));
  EXPECT_EQ(parse({"this", "--", "-1,2"}, true).options.numbers, Texts{" -1,2"});
  EXPECT_EQ(parse({"this", "--weight", "-1"}).options.weight, -1.0);
}

TEST(OptionParser, SaysWhatIsWrong) {
  EXPECT_EQ(problem_with({}), "NAME is missing; see 'craggy try --help'");
  EXPECT_EQ(problem_with({"this", "that"}), "unexpected argument 'that'; see 'craggy try --help'");
  EXPECT_EQ(problem_with({"this", "--cuont", "3"}), "unknown option '--cuont'; did you mean '--count'?");
  EXPECT_EQ(problem_with({"--cuont=3"}), "unknown option '--cuont'; did you mean '--count'?");
  EXPECT_EQ(problem_with({"this", "--xyz-unlike-any"}),
            "unknown option '--xyz-unlike-any'; see 'craggy try --help'");
  EXPECT_EQ(problem_with({"this", "-q"}), "unknown option '-q'; see 'craggy try --help'");
  EXPECT_EQ(problem_with({"this", "--count"}), "--count needs a value; see 'craggy try --help'");
  EXPECT_EQ(problem_with({"this", "--flag=3"}), "--flag takes no value");
  EXPECT_EQ(problem_with({"this", "--count", "many"}),
            "--count is 'many', but it has to be a whole number of at least 1");
  EXPECT_EQ(problem_with({"this", "--count", "1", "--count", "2"}),
            "--count is given 2 times, but it can be given only once");
  EXPECT_EQ(problem_with({"this", "--kind", "oter"}),
            "--kind is 'oter', but it has to be one of one, other; did you mean 'other'?");
}

TEST(OptionParser, HelpNamesEveryOptionWithItsDefault) {
  const Parsed parsed = parse({"--help"});
  EXPECT_FALSE(parsed.run);
  EXPECT_EQ(parsed.out, R"(Tries things.

Usage: craggy try [OPTIONS] NAME

Arguments:
  NAME                    A name

Options:
  -h, --help              Print this help and stop

Numbers:
  --count N               How many [default: 3]
  --optional-count N      How many at most [default: open]
  --weight NUMBER         How heavy [default: 0.5]
  --kind NAME             Which: one, other [default: one]
  --flag                  Whether

Examples:
  craggy try this
)");
}

TEST(OptionParser, RepeatedOptionsAndACommandBehindDashes) {
  std::vector<std::string> params;
  std::vector<std::string> command;
  std::string value;
  std::string file;
  std::ostringstream out;
  const auto parse_with = [&](const std::vector<std::string>& arguments) {
    params.clear();
    OptionParser parser("try", "Tries things.");
    parser.number_positional("VALUE", value, "A value");
    parser.repeated(
        "--param", "TEXT", [&](const std::string& text) { params.push_back(text); }, "Again and again");
    parser.text("-f,--file", "FILE", file, "A file");
    parser.command_line(command);
    return parser.parse(arguments, Context{out, out, {}, {}});
  };
  EXPECT_TRUE(parse_with(
      {"--param", "a=1", "-1.5", "--param=b=-2", "-f", "x", "--", "./run", "--param", "-h", "--"}));
  EXPECT_EQ(params, (std::vector<std::string>{"a=1", "b=-2"}));
  EXPECT_EQ(value, " -1.5");
  EXPECT_EQ(file, "x");
  EXPECT_EQ(command, (std::vector<std::string>{"./run", "--param", "-h", "--"}));
  EXPECT_TRUE(parse_with({"1"}));
  EXPECT_FALSE(parse_with({"--help"}));
  EXPECT_NE(out.str().find("-- COMMAND [ARGUMENTS]\n"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("-f, --file FILE"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace craggy::cli
