// `craggy run --template`: the input deck of a simulator.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace craggy::cli {
namespace {

using testing::Outcome;
using testing::unit;

class Template : public testing::RunCommand {
 protected:
  std::string deck_ = folder_.file("deck.in", "x = {x:.3f}\nseed {CRAGGY_SEED}\n");
  std::vector<std::string> options_ = {"--param", unit, "--template", deck_, "--trials", "2"};
  std::vector<std::string> simulator_ = {"awk", "$1 == \"x\" {{ print $3; exit }}", "{deck.in}"};
};

TEST_F(Template, IsFilledInForEachTrial) {
  EXPECT_EQ(run(options_, simulator_).code, 0);
  for (const auto& trial : history()) {
    EXPECT_EQ(trial["state"], "finished");
    EXPECT_NEAR(trial["value"].get<double>(), trial["params"]["x"].get<double>(), 5.1e-4);
  }
}

TEST_F(Template, MayBeOneOfSeveralAndGetAnotherName) {
  const std::string other = folder_.file("mesh.tpl", "{x}");
  options_.insert(options_.end(), {"--template", other + "=mesh.geo"});
  const std::string script =
      "test $(basename \"$1\") = mesh.geo && cd $CRAGGY_TRIAL_FOLDER && ls && cat mesh.geo";
  EXPECT_EQ(run(options_, {"sh", "-c", script, "-", "{mesh.geo}"}).code, 0);
  EXPECT_EQ(history()[1]["state"], "finished") << history();
}

TEST_F(Template, MayBeAListInAFile) {
  const std::string other = folder_.file("mesh.geo", "{x}");
  const std::string file = folder_.file(
      "study.toml",
      "name = \"tune\"\ntrials = 2\nsurrogate = \"random\"\ntemplate = [\"" + deck_ + "\", \"" + other +
          "\"]\ncommand = [\"cat\", \"{deck.in}\", \"{mesh.geo}\"]\n[parameters]\nx = \"float(0,1)\"\n");
  EXPECT_EQ(craggy({"run", "-f", file}).code, 0);
  EXPECT_EQ(history()[1]["value"], history()[1]["params"]["x"]);
}

TEST_F(Template, IsTakenByWorkersToo) {
  EXPECT_EQ(run(options_, simulator_).code, 0);
  EXPECT_EQ(craggy({"worker", "--study", "tune", "--template", deck_, "--trials", "3", "--", "awk",
                    "$1 == \"x\" {{ print $3; exit }}", "{deck.in}"})
                .code,
            0);
  EXPECT_EQ(history().size(), 3U);
}

TEST_F(Template, IsCheckedBeforeAnyTrial) {
  const std::string bad = folder_.file("bad.in", "x = {x}\ny = {y}\n");
  const Outcome outcome = run({"--param", unit, "--template", bad}, {"echo", "{bad.in}"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "craggy: " + bad +
                             ", line 2: there is no parameter 'y'; there are x, CRAGGY_SEED, CRAGGY_TRIAL, "
                             "CRAGGY_STUDY; write '{{' and '}}' for braces\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/studies.db"));
}

TEST_F(Template, ThatTheCommandDoesNotMentionIsNoted) {
  const Outcome outcome = run(options_, {"echo", "1"});
  EXPECT_NE(outcome.err.find("the command does not mention {deck.in}; it has to find that file in the folder "
                             "CRAGGY_TRIAL_FOLDER"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.err.find("{x}"), std::string::npos) << "the template does: " << outcome.err;
}

TEST_F(Template, NamesThatClashAreRefused) {
  options_.insert(options_.end(), {"--template", deck_});
  EXPECT_NE(run(options_, simulator_).err.find("'deck.in', but another template has it already"),
            std::string::npos);
  EXPECT_NE(run({"--param", unit, "--template", deck_ + "=x"}, simulator_)
                .err.find("'x', but a parameter has it already; --template FILE=NAME"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy::cli
