#include "other_words.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;

TEST(OtherWords, CommandsOfOtherProgramsAreUnderstood) {
  EXPECT_EQ(misuse({"best", "tune"}), "unknown command 'best'; did you mean 'show'?");
  EXPECT_EQ(misuse({"ls"}), "unknown command 'ls'; did you mean 'list'?");
  EXPECT_EQ(misuse({"version"}), "unknown command 'version'; did you mean '--version'?");
  EXPECT_EQ(misuse({"resume", "tune"}), "unknown command 'resume'; craggy run --study NAME resumes a study");
  EXPECT_EQ(misuse({"rename", "a", "b"}),
            "unknown command 'rename'; craggy copy STUDY NEWNAME, then craggy delete STUDY");
  EXPECT_EQ(misuse({"help", "resume"}), "unknown command 'resume'; craggy run --study NAME resumes a study");
}

TEST(OtherWords, SlipsAreUnderstood) {
  EXPECT_EQ(misuse({"sohw"}), "unknown command 'sohw'; did you mean 'show'?");
  EXPECT_EQ(misuse({"Run"}), "unknown command 'Run'; did you mean 'run'?");
  EXPECT_EQ(misuse({"wibble"}), "unknown command 'wibble'; see 'craggy --help'");
}

TEST(OtherWords, OptionsOfOtherProgramsAreUnderstood) {
  EXPECT_EQ(misuse({"run", "--direction", "maximize"}),
            "unknown option '--direction'; did you mean '--minimize' or '--maximize'?");
  EXPECT_EQ(misuse({"run", "--n-trials=30"}), "unknown option '--n-trials'; did you mean '--trials'?");
  EXPECT_EQ(misuse({"run", "--tirals", "30"}), "unknown option '--tirals'; did you mean '--trials'?");
  EXPECT_EQ(misuse({"list", "--n-jobs", "3"}), "unknown option '--n-jobs'; see 'craggy list --help'");
  EXPECT_EQ(misuse({"list", "--direction", "up"}), "unknown option '--direction'; see 'craggy list --help'");
}

TEST(OtherWords, OnlyWhatThereIsIsProposed) {
  EXPECT_EQ(command_meant_by("best", std::vector<std::string>{"run"}), "");
  EXPECT_EQ(option_meant_by("--output", std::vector<std::string>{"--out", "--json"}),
            "did you mean '--out'?");
  EXPECT_EQ(option_meant_by("--output", std::vector<std::string>{"--json"}), "");
}

}  // namespace
}  // namespace craggy::cli
