// What a run says where nobody watches: a line for each trial, its log, why it ended.
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace craggy::cli {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::unit;

class RunLinesTest : public testing::RunCommand {
 protected:
  static std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }

  /// The lines of trials, without their time.
  static std::vector<std::string> trials_of(const std::string& text) {
    const std::regex shape(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  (trial .*))");
    std::vector<std::string> trials;
    std::smatch match;
    for (const std::string& line : lines_of(text))
      if (std::regex_match(line, match, shape)) trials.push_back(match[1]);
    return trials;
  }

  std::string log_file() const { return folder_.path() + "/log"; }
};

TEST_F(RunLinesTest, EachTrialHasALine) {
  craggy({"create", "tune", "--param", "x=int(0,9)", "--param", "opt=categorical(adam,sgd)", "--surrogate",
          "random"});
  for (const char* x : {"5", "3", "7", "4"})
    craggy({"enqueue", "tune", "--set", std::string("x=") + x, "--set", "opt=sgd"});
  const Outcome outcome =
      run_shell({"--trials", "4"},
                "case {x} in 7) echo oh >&2; exit 3;; 4) echo '{{\"value\": 1.23456789, \"noise\": 0.5}}';; "
                "*) echo {x};; esac; : {opt}");
  EXPECT_EQ(
      trials_of(outcome.err),
      (std::vector<std::string>{"trial 0  5  best 5  x=5, opt=sgd", "trial 1  3  best 3  x=3, opt=sgd",
                                "trial 2  failed  best 3  x=7, opt=sgd  the command exited with status 3: oh",
                                "trial 3  1.23457 ± 0.5  best 1.23457  x=4, opt=sgd"}))
      << outcome.err;
}

TEST_F(RunLinesTest, WhatIsInfeasibleIsNotTheBest) {
  const Outcome outcome = run_shell({"--param", "x=int(4,4)", "--trials", "1"},
                                    "echo '{{\"value\": 5, \"constraints\": [1]}}'; : {x}");
  EXPECT_EQ(trials_of(outcome.err), std::vector<std::string>{"trial 0  5 (infeasible)  x=4"}) << outcome.err;
}

TEST_F(RunLinesTest, ARetryIsSaid) {
  const Outcome outcome =
      run({"--param", unit, "--trials", "1", "--retries", "1"}, {"sh", "-c", "echo {x}; exit 1"});
  const std::vector<std::string> trials = trials_of(outcome.err);
  ASSERT_EQ(trials.size(), 2U) << outcome.err;
  EXPECT_TRUE(trials[0].starts_with("trial 0  failed, is tried again  x=")) << trials[0];
  EXPECT_TRUE(trials[1].starts_with("trial 0  failed  x=")) << trials[1];
}

TEST_F(RunLinesTest, LongParametersAreCutAtAGlanceAndWholeInTheLog) {
  std::vector<std::string> options = {"--trials", "1", "--log-file", log_file()};
  for (int i = 0; i < 30; ++i)
    options.insert(options.end(), {"--param", "parameter" + std::to_string(i) + "=float(0,1)"});
  const Outcome outcome = run(options, {"sh", "-c", "cat $CRAGGY_PARAMS_FILE >/dev/null; echo 0.123456789"});
  const std::vector<std::string> shown = trials_of(outcome.err);
  ASSERT_EQ(shown.size(), 1U) << outcome.err;
  EXPECT_TRUE(shown[0].starts_with("trial 0  0.123457  best 0.123457  parameter0=0.")) << shown[0];
  EXPECT_TRUE(shown[0].ends_with("…"));
  EXPECT_LT(shown[0].size(), 160U);
  const std::vector<std::string> logged = trials_of(read("log"));
  ASSERT_EQ(logged.size(), 1U);
  EXPECT_TRUE(logged[0].starts_with("trial 0  0.123456789  best 0.123456789  parameter0=0.")) << logged[0];
  EXPECT_NE(logged[0].find(", parameter29=0."), std::string::npos);
}

TEST_F(RunLinesTest, ATerminalOrQuietOrJsonLinesHaveNone) {
  const std::vector<std::string> command = {"echo", "{x}"};
  const Outcome live = run({"--param", unit, "--trials", "1"}, command, {.terminal = {.live_errors = true}});
  EXPECT_TRUE(trials_of(live.err).empty()) << live.err;
  EXPECT_EQ(run({"--trials", "2", "--quiet"}, command).err, "");
  EXPECT_TRUE(trials_of(run({"--trials", "3", "--jsonl"}, command).err).empty());
  EXPECT_EQ(trials_of(run({"--trials", "5", "--json"}, command).err).size(), 2U);
}

TEST_F(RunLinesTest, SeveralJobsDoNotCutLines) {
  const Outcome outcome =
      run({"--param", unit, "--trials", "40", "--jobs", "8", "--log-file", log_file()}, {"echo", "{x}"});
  EXPECT_EQ(trials_of(outcome.err).size(), 40U) << outcome.err;
  EXPECT_EQ(trials_of(read("log")).size(), 40U);
  EXPECT_EQ(lines_of(read("log")).size(), 42U);
}

TEST_F(RunLinesTest, TheLogHasTheRunsOneAfterTheOther) {
  const std::vector<std::string> command = {"echo", "{x}"};
  run({"--param", unit, "--trials", "1", "--quiet", "--log-file", log_file()}, command);
  run({"--trials", "1", "--log-file", log_file()}, command);
  const std::vector<std::string> lines = lines_of(read("log"));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_TRUE(lines[0].ends_with("Z  begins: study tune in " + store_ + ", 0 trials")) << lines[0];
  EXPECT_TRUE(lines[2].ends_with("Z  ends: the one trial is done")) << lines[2];
  EXPECT_TRUE(lines[3].ends_with(", 1 trial")) << lines[3];
  EXPECT_TRUE(lines[4].ends_with(
      "Z  ends: nothing to do: the study has 1 trial already, and --trials 1 is the total; --trials 11 adds 10"));
}

TEST_F(RunLinesTest, AFullDiskOfTheLogDoesNotEndTheRun) {
  const Outcome outcome =
      run({"--param", unit, "--trials", "3", "--quiet", "--log-file", "/dev/full"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "craggy: the log file '/dev/full' cannot be written: No space left on device; the run goes on\n");
  EXPECT_EQ(history().size(), 3U);
}

TEST_F(RunLinesTest, ALogThatCannotBeIsMisuseBeforeAnythingIsMade) {
  const Outcome outcome = run({"--param", unit, "--log-file", folder_.path() + "/none/log"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("/none/log', but it cannot be written: No such file"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(craggy({"show", "tune"}).code, 2);
}

TEST_F(RunLinesTest, WhyItEndedIsSaidAndInTheJson) {
  const std::vector<std::string> command = {"echo", "{x}"};
  const auto ends_with = [&](const std::vector<std::string>& options, const std::string& name,
                             const std::string& why, const std::vector<std::string>& what) {
    std::vector<std::string> all = options;
    all.emplace_back("--json");
    const Outcome outcome = run(all, what);
    const json result = json::parse(outcome.out);
    EXPECT_EQ(result["stopped"], name);
    EXPECT_EQ(result["why"], why);
    EXPECT_TRUE(outcome.err.ends_with("craggy: " + why + "\n")) << outcome.err;
    return outcome.code;
  };
  EXPECT_EQ(ends_with({"--param", "x=int(1,3)", "--trials", "2"}, "done", "all 2 trials are done", command),
            0);
  EXPECT_EQ(
      ends_with(
          {"--trials", "2"}, "done",
          "nothing to do: the study has 2 trials already, and --trials 2 is the total; --trials 12 adds 10",
          command),
      0);
  EXPECT_EQ(ends_with({"--trials", "9"}, "exhausted", "there is no further point in the space", command), 0);
  EXPECT_EQ(
      ends_with({"--target", "1"}, "target_reached",
                "the target 1 is reached: 1 in trial " +
                    std::to_string(
                        json::parse(craggy({"show", "tune", "--json"}).out)["best"]["trial"].get<int>()) +
                    " (--target)",
                command),
      0);
}

TEST_F(RunLinesTest, MaxFailuresRulesOverFailingAlike) {
  const std::vector<std::string> fails = {"sh", "-c", "exit 1; : {x}"};
  EXPECT_EQ(run({"--param", unit, "--trials", "10"}, fails).code, 3);
  EXPECT_EQ(history().size(), 3U);
  EXPECT_EQ(run({"--trials", "10", "--max-failures", "50"}, fails).code, 3);
  EXPECT_EQ(history().size(), 10U);
}

TEST_F(RunLinesTest, NothingIsExpectedOfRandomPoints) {
  EXPECT_NE(
      run({"--param", unit, "--min-improvement", "0.1"}, {"echo", "{x}"})
          .err.find("--min-improvement is 0.1, but nothing is expected of points that are drawn at random"),
      std::string::npos);
  EXPECT_EQ(run({"--param", unit, "--min-improvement", "0"}, {"echo", "{x}"}).code, 2);
  EXPECT_EQ(craggy({"show", "tune"}).code, 2) << "no study was made";
}

}  // namespace
}  // namespace craggy::cli
