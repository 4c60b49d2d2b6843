#include "study/study_file.hpp"

#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

#include "run_craggy.hpp"
#include "support/message_of.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::message_of;
using Words = std::vector<std::string>;

const std::vector<OptionDescription> options = {
    {.names = {"--trials"}, .placeholder = "N", .help = "", .group = ""},
    {.names = {"--sigma-h"}, .placeholder = "SCALE", .help = "", .group = ""},
    {.names = {"--budget-time"}, .placeholder = "TIME", .help = "", .group = ""},
    {.names = {"--noisy"}, .placeholder = "", .help = "", .group = ""},
    {.names = {"--ard"},
     .placeholder = "",
     .help = "",
     .group = "",
     .choices = {},
     .opposite = "--isotropic"}};

StudyFile parse(const std::string& text) { return parse_study_file(text, "study.toml", options); }
std::string error_in(const std::string& text) {
  return message_of([&] { parse(text); });
}

TEST(StudyFile, BecomesACommandLine) {
  const StudyFile file = parse(R"toml(
# tuning
name = "tune"
direction = "maximize"
trials = 50
sigma_h = 0.25
budget_time = "2h"
noisy = true
ard = false
command = ["./train", "--lr", "{lr}"]

[parameters]
lr = "log(1e-5, 1e-1)"
"a b" = "bool"
depth = "int(1,8) if lr > 0.5"
)toml");
  EXPECT_EQ(file.arguments, (Words{"--study=tune", "--maximize", "--trials=50", "--sigma-h=0.25",
                                   "--budget-time=2h", "--noisy", "--isotropic"}));
  EXPECT_EQ(file.parameters, (Words{"lr=log(1e-5, 1e-1)", "a b=bool", "depth=int(1,8) if lr > 0.5"}));
  EXPECT_EQ(file.command, (Words{"./train", "--lr", "{lr}"}));
}

TEST(StudyFile, MayBeEmpty) {
  const StudyFile file = parse("");
  EXPECT_TRUE(file.arguments.empty());
  EXPECT_TRUE(file.parameters.empty());
}

TEST(StudyFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_in("a = 1\n\ntrails = 50"), "study.toml, line 1: unknown key 'a'");
  EXPECT_EQ(error_in("n_trials = 50"), "study.toml, line 1: unknown key 'n_trials'; did you mean 'trials'?");
  EXPECT_EQ(error_in("\n\ntrails = 50"), "study.toml, line 3: unknown key 'trails'; did you mean 'trials'?");
  for (const char* text : {"[=", "\u00e9 = 1"}) EXPECT_EQ(error_in(text).find("study.toml, line 1: "), 0U);
  EXPECT_EQ(error_in("study = 'b'"), "study.toml, line 1: unknown key 'study'; it is 'name' in a file");
  EXPECT_EQ(error_in("maximize = true"),
            "study.toml, line 1: unknown key 'maximize'; it is direction = \"maximize\" in a file");
  EXPECT_EQ(error_in("[params]\nx = 'bool'"),
            "study.toml, line 1: unknown key 'params'; it is the table [parameters] in a file");
  EXPECT_EQ(error_in("json = true"),
            "study.toml, line 1: unknown key 'json'; it is for the command line only");
  EXPECT_EQ(error_in("trials = [1]"), "study.toml, line 1: trials has to be a text or a number");
  EXPECT_EQ(error_in("noisy = 1"), "study.toml, line 1: noisy has to be true or false");
  EXPECT_EQ(error_in("direction = 'up'"),
            "study.toml, line 1: direction is 'up', but it has to be minimize or maximize");
  EXPECT_EQ(error_in("parameters = 3"), "study.toml, line 1: parameters has to be a table");
  EXPECT_EQ(error_in("[parameters]\nx = 3"),
            "study.toml, line 2: the parameter x has to be a text such as \"float(0,1)\"");
  EXPECT_EQ(error_in("command = './train {x}'"),
            "study.toml, line 1: command has to be a list of words, as in [\"./train\", \"--lr\", \"{lr}\"]");
  EXPECT_TRUE(error_in("x = \ny").starts_with("study.toml, line 1: ")) << error_in("x = \ny");
  EXPECT_TRUE(error_in("trials = 1\ntrials = 2").starts_with("study.toml, line 2: "));
}

TEST(StudyFile, HostileTextIsOnlyAnError) {
  EXPECT_NE(error_in(std::string(10'000, '[')), "(no error)");
  EXPECT_NE(error_in("x = " + std::string(10'000, '[')), "(no error)");
  EXPECT_NE(error_in("\xff\xfe"), "(no error)");
  EXPECT_NE(error_in(std::string("a\0b", 3)), "(no error)");
}

TEST(StudyFile, MayComeFromStandardInput) {
  std::istringstream input("name = 'tune'\ntrails = 3");
  std::streambuf* const before = std::cin.rdbuf(input.rdbuf());
  EXPECT_EQ(message_of([] { read_study_file("-", options); }),
            "standard input, line 2: unknown key 'trails'; did you mean 'trials'?");
  std::cin.rdbuf(before);
}

TEST(StudyFile, AFileThatCannotBeRead) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(message_of([&] { read_study_file(folder.path() + "/none", options); }),
            "the study file is '" + folder.path() + "/none', but there is no such file");
}

}  // namespace
}  // namespace craggy::cli
