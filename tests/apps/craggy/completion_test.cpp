// The scripts are run by the shells they are for.
#include <cstdlib>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "command_table.hpp"
#include "option_parser.hpp"
#include "run_craggy.hpp"
#include "shells/shells.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

std::string script_for(const std::string& shell) {
  const Outcome outcome = run_craggy({"completion", shell});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.out;
}

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

bool passes(const std::string& command) { return std::system(command.c_str()) == 0; }

// What bash offers for the last of these words.
std::set<std::string> offers(const std::string& words, const std::string& before = "") {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "try.bash",
      script_for("bash") + "\n" + before + "compopt() { echo files; }\nCOMP_WORDS=(" + words +
          ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_craggy\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  EXPECT_TRUE(passes("bash " + file + " >" + folder.path() + "/out"));
  std::ifstream out(folder.path() + "/out");
  std::set<std::string> lines;
  for (std::string line; std::getline(out, line);)
    if (!line.empty()) lines.insert(line);
  return lines;
}

using Words = std::set<std::string>;

TEST(Completion, BashOffersCommandsOptionsAndValues) {
  EXPECT_EQ(offers("craggy mini"), Words{"minimize"});
  EXPECT_EQ(offers("craggy experiment re"), (Words{"rerun", "report"}));
  EXPECT_EQ(offers("craggy run --tri"), Words{"--trials"});
  EXPECT_EQ(offers("craggy experiment run --repe"), Words{"--repetitions"});
  EXPECT_EQ(offers("craggy minimize x --acquisition l"), Words{"lcb"});
  EXPECT_EQ(offers("craggy run --file ''"), Words{"files"});
  EXPECT_EQ(offers("craggy run --trials ''"), Words{});
  EXPECT_EQ(offers("craggy run -- ''"), Words{"files"});
  EXPECT_EQ(offers("craggy completion ''"), (Words{"bash", "zsh", "fish"}));
  EXPECT_EQ(offers("craggy minimize corrupted_h"), Words{"corrupted_holder_table"});
  EXPECT_EQ(offers("craggy run --on-lost r"), Words{"retry"});
  EXPECT_EQ(offers("craggy create --amplitude u"), Words{"unit"});
  EXPECT_EQ(offers("craggy minimize x --incumbent m"), Words{"mean"});
  EXPECT_EQ(offers("craggy minimize x --simd b"), Words{"baseline"});
  EXPECT_EQ(offers("craggy show --store ''"), Words{"files"});
}

TEST(Completion, BashOffersTheStudiesOfTheStore) {
  const TemporaryFolder folder;
  const std::string store = "sqlite:///" + folder.path() + "/s.db";
  for (const char* name : {"tune", "tulip", "a b"})
    ASSERT_EQ(run_craggy({"create", name, "--param", "x=bool", "--store", store}).code, 0);
  const std::string program = CRAGGY_BINARY;
  const auto offered = [&](const std::string& words) {
    return offers(program + " " + words, "COMP_LINE='craggy --store " + store + " x'\n");
  };
  EXPECT_EQ(offered("show tu"), (Words{"tune", "tulip"}));
  EXPECT_EQ(offered("worker --study a"), Words{"a\\ b"});
  EXPECT_EQ(offered("create --param ''"), Words{});
}

TEST(Completion, OtherShellsReadTheirScripts) {
  const TemporaryFolder folder;
  if (!is_there("zsh") && !is_there("fish")) GTEST_SKIP() << "neither zsh nor fish is installed";
  if (is_there("zsh")) {
    EXPECT_TRUE(passes("zsh -n " + folder.file("craggy.zsh", script_for("zsh"))));
  }
  if (is_there("fish")) {
    const std::string file = folder.file("craggy.fish", script_for("fish"));
    EXPECT_TRUE(passes("fish -n " + file));
    EXPECT_TRUE(passes("fish -c 'source " + file + "; complete -C \"craggy mini\"' | grep -q ^minimize"));
    EXPECT_TRUE(
        passes("fish -c 'source " + file + "; complete -C \"craggy run --tri\"' | grep -q ^--trials"));
    EXPECT_TRUE(
        passes("fish -c 'source " + file + "; complete -C \"craggy experiment re\"' | grep -q ^rerun"));
    EXPECT_TRUE(passes("fish -c 'source " + file + "; complete -C \"craggy completion z\"' | grep -q ^zsh"));
    const std::string store = folder.path() + "/s.db";
    ASSERT_EQ(run_craggy({"create", "tune", "--param", "x=bool", "--store", store}).code, 0);
    EXPECT_TRUE(passes("fish -c 'source " + file + "; complete -C \"" CRAGGY_BINARY " show --store " + store +
                       " tu\"' | grep -q ^tune"));
  }
}

TEST(Completion, EveryCommandDescribesItself) {
  const std::vector<CommandDescription> all = describe_commands();
  EXPECT_GT(all.size(), 20U);
  for (const CommandDescription& command : all) {
    EXPECT_FALSE(command.text.empty()) << command.name;
    EXPECT_EQ(command.options.front().names.back(), "--help") << command.name;
    EXPECT_FALSE(command.examples.empty()) << command.name;
  }
}

TEST(Completion, TheFirstSentenceIsShort) {
  EXPECT_EQ(first_sentence("Seed of all numbers; the same gives the same [default: 0]"),
            "Seed of all numbers");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

TEST(Completion, SaysWhatIsWrong) {
  EXPECT_EQ(misuse({"completion", "bsh"}),
            "SHELL is 'bsh', but it has to be one of bash, zsh, fish; did you mean 'bash'?");
}

}  // namespace
}  // namespace craggy::cli
