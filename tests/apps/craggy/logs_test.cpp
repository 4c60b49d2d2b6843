// What trials print is kept, and `craggy logs` shows it.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_fixture.hpp"

namespace craggy::cli {
namespace {

class Logs : public testing::RunCommand {};

const std::string talks = "echo step 1; echo a warning >&2; echo $CRAGGY_PARAM_X";

TEST_F(Logs, OfATrialThatFinished) {
  run_shell({"--param", testing::unit, "--trials", "2"}, talks);
  const testing::Outcome both = craggy({"logs", "tune", "0"});
  EXPECT_EQ(both.code, 0);
  EXPECT_TRUE(both.out.starts_with("==> trial 0: standard output <==\nstep 1\n0.")) << both.out;
  EXPECT_TRUE(both.out.ends_with("\n\n==> trial 0: standard error <==\na warning\n")) << both.out;
  EXPECT_EQ(craggy({"logs", "tune", "1", "--stream", "errors"}).out, "a warning\n");
  EXPECT_TRUE(craggy({"logs"}).out.starts_with("==> trial 1: ")) << "the last one";
  const auto json = nlohmann::json::parse(craggy({"logs", "tune", "0", "--json"}).out);
  EXPECT_EQ(json["errors"], "a warning\n");
  EXPECT_EQ(json["attempt"], 0);
}

TEST_F(Logs, OfEachAttemptOfATrialThatFailed) {
  run_shell({"--param", testing::unit, "--trials", "1", "--retries", "1"},
            "echo try $CRAGGY_TRIAL; echo try >&2; exit 1");
  EXPECT_EQ(craggy({"logs", "tune", "0", "--attempt", "0", "--stream", "output"}).out, "try 0\n");
  EXPECT_TRUE(craggy({"logs", "tune", "0"}).out.starts_with("==> trial 0, attempt 1: standard output <==\n"));
  EXPECT_EQ(error({"logs", "tune", "0", "--attempt", "2"}, 2),
            "--attempt is 2, but of trial 0 something is kept of: 0, 1");
}

TEST_F(Logs, AreTheEndOfWhatWasPrinted) {
  run_shell({"--param", testing::unit, "--trials", "1"},
            "i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); echo line $i; done; printf '\\033[2J\\n7\\n'");
  const std::string text = craggy({"logs", "tune", "0", "--stream", "output"}).out;
  EXPECT_TRUE(text.starts_with("… ")) << text.substr(0, 20);
  EXPECT_TRUE(text.ends_with("line 3000\n\\x1b[2J\n7\n")) << "harmless for a terminal";
  EXPECT_NEAR(static_cast<double>(text.size()), 8192.0, 20.0);
}

TEST_F(Logs, SayWhyThereIsNothing) {
  craggy({"create", "tune", "--param", testing::unit, "--surrogate", "random"});
  EXPECT_EQ(error({"logs", "tune", "0"}, 2), "TRIAL is 0, but the study has no trials yet");
  craggy({"ask", "tune"});
  EXPECT_EQ(error({"logs", "tune", "0"}, 2),
            "TRIAL is 0, but it is running, and what it prints is kept once it has ended");
  craggy({"tell", "tune", "0", "0.5"});
  EXPECT_EQ(
      error({"logs", "tune", "0"}, 2),
      "TRIAL is 0, but nothing that it printed is kept: it printed nothing, or no command was run for it");
  EXPECT_EQ(
      error({"logs", "tune"}, 2),
      "nothing is kept of the trials of 'tune': what commands of craggy run and craggy worker print is, "
      "once they have ended");
  EXPECT_EQ(error({"logs", "tune", "9"}, 2), "TRIAL is 9, but the study has the trials 0 to 0");
  EXPECT_NE(error({"logs", "tune", "0", "--stream", "stderr"}, 2).find("both, output, errors"),
            std::string::npos);
}

TEST_F(Logs, GoWithACopyOfTheStudy) {
  run_shell({"--param", testing::unit, "--trials", "1"}, talks);
  const std::string logs = craggy({"logs", "tune", "0"}).out;
  craggy({"copy", "tune", "copy"});
  EXPECT_EQ(craggy({"logs", "copy", "0"}).out, logs);
  const std::string file = folder_.path() + "/tune.json";
  craggy({"export", "tune", "--format", "json", "--out", file});
  craggy({"import", "again", file});
  EXPECT_EQ(craggy({"logs", "again", "0"}).out, logs);
  // The command goes with it, too: another one is refused as in the original.
  for (const char* study : {"copy", "again"})
    EXPECT_NE(error({"run", "--study", study, "--trials", "2", "--", "echo", "{x}"}, 2)
                  .find("the command is not the one that gave the study"),
              std::string::npos);
}

TEST_F(Logs, TheLastLineOfTheOutputIsPartOfAFailure) {
  run_shell({"--param", testing::unit, "--trials", "1"}, "echo meshed 7 cells; exit 3");
  EXPECT_EQ(history()[0]["message"],
            "the command exited with status 3\nthe last line of its output: meshed 7 cells");
}

}  // namespace
}  // namespace craggy::cli
