// How runs look and end for somebody who sits in front of them: the program in a real terminal, and the same
// where standard error is none.
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "terminal_fixture.hpp"

namespace craggy::cli {
namespace {

using testing::expect_has;
using testing::Finished;
using testing::TerminalSession;

const std::string in_a_study = "craggy run --study tune --param 'x=float(0,1)' --surrogate random ";
const std::string prints_x = " -- sh -c 'echo $CRAGGY_PARAM_X'";

const std::regex trial_line(
    R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  trial \d  [-+.e\d]+  best [-+.e\d]+  x=[-+.e\d]+)");

class TerminalSlow : public testing::TerminalFixture {
 protected:
  Finished run(const std::string& options_and_command) { return finish(in_a_study + options_and_command); }

  /// Where standard error is no terminal, its last line.
  std::string last_error_of(const std::string& options_and_command, int code) {
    EXPECT_EQ(finish_in_files(in_a_study + options_and_command), code);
    const std::vector<std::string> lines = lines_of("errors");
    return lines.empty() ? "" : lines.back();
  }
};

TEST_F(TerminalSlow, TheProgressIsOneLineAndTheEndIsExplained) {
  terminal_->type(in_a_study + "--trials 3 -- sh -c 'sleep 1; echo $CRAGGY_PARAM_X'" + terminal_->end_mark());
  expect_soon("trial 1/3  best ");
  const Finished first = terminal_->finished();
  EXPECT_EQ(first.code, 0);
  expect_has(first, "\ncraggy: all 3 trials are done");
  EXPECT_FALSE(std::regex_search(first.text, trial_line)) << first.text;
  EXPECT_EQ(first.text.find("trial 1/3"), std::string::npos) << "it is gone in the end";
  const Finished again = run("--trials 3 -- sh -c 'sleep 1; echo $CRAGGY_PARAM_X'");
  EXPECT_EQ(again.code, 0);
  expect_has(
      again,
      "craggy: nothing to do: the study has 3 trials already, and --trials 3 is the total; --trials 13 adds 10");
}

TEST_F(TerminalSlow, WithoutATerminalThereIsALineForEachTrial) {
  EXPECT_EQ(run("--trials 6 --jobs 3 --log-file log" + prints_x + " 2>errors >out").code, 0);
  const std::vector<std::string> lines = lines_of("errors");
  ASSERT_EQ(lines.size(), 7U);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(std::regex_match(lines[i], trial_line)) << lines[i];
  EXPECT_EQ(lines.back(), "craggy: all 6 trials are done");
  EXPECT_EQ(lines_of("log").size(), 8U) << "with a begin and an end";
  EXPECT_EQ(run("--trials 8 --quiet" + prints_x + " 2>errors >out").code, 0);
  EXPECT_TRUE(lines_of("errors").empty());
}

TEST_F(TerminalSlow, ATargetAndLostPatienceEndTheRun) {
  const Finished target = run("--target 1" + prints_x);
  EXPECT_EQ(target.code, 0);
  expect_has(target, "craggy: the target 1 is reached: 0.");
  const Finished patience = run("--patience 2 --allow-new-command -- sh -c 'echo 5; : {x}'");
  EXPECT_EQ(patience.code, 0);
  expect_has(patience, "craggy: no trial was better than the best one for 2 trials (--patience)");
  EXPECT_EQ(last_error_of("--patience 2 -- sh -c 'echo 5; : {x}'", 0),
            "craggy: no trial was better than the best one for 2 trials (--patience)")
      << "that was so before";
}

TEST_F(TerminalSlow, WhatAlwaysFailsEndsSoonAndSaysWhy) {
  const Finished finished = run("--trials 50 -- sh -c 'echo loading >&2; echo no licence >&2; exit 1'");
  EXPECT_EQ(finished.code, 3);
  expect_has(
      finished,
      "craggy: 3 trials failed for the same reason, and none has given a value: the command exited with "
      "status 1: no licence\n");
  expect_has(finished, "craggy: the last lines of its standard error:\n  loading\n  no licence\n");
  expect_has(finished, "tune: 3 trials, 0 finished, 3 failed");
  EXPECT_EQ(last_error_of("--trials 50 -- sh -c 'echo no licence >&2; exit 1'", 3),
            "craggy: --max-failures N sets how many trials may fail");
  EXPECT_EQ(lines_of("out").front(), "tune: 6 trials, 0 finished, 6 failed");
}

TEST_F(TerminalSlow, WhatCannotBeStartedIsMisuse) {
  folder_.file("train", "echo 1\n");
  EXPECT_EQ(finish("chmod +x train").code, 0);
  const Finished script = run("-- ./train");
  EXPECT_EQ(script.code, 2);
  expect_has(
      script,
      "craggy: the command is './train', but it cannot be run: it is neither a program of this system");
  const Finished missing = run("-- ./trian");
  EXPECT_EQ(missing.code, 2);
  expect_has(missing, "it cannot be run: No such file or directory");
  EXPECT_EQ(last_error_of("-- ./train", 2).find("craggy: the command is './train', but it cannot be run"),
            0U);
  EXPECT_EQ(finish("ls craggy.db").code, 2) << "no study was made";
}

TEST_F(TerminalSlow, AnotherCommandNeedsAWord) {
  EXPECT_EQ(run("--trials 1 -- echo {x}").code, 0);
  const Finished refused = run("--trials 2 -- echo {x}0");
  EXPECT_EQ(refused.code, 2);
  expect_has(
      refused,
      "craggy: the command is not the one that gave the study 'tune' its values: it has '{x}0' where that had "
      "'{x}'; --allow-new-command runs it all the same");
  const Finished allowed = run("--trials 2 --allow-new-command -- echo {x}0");
  EXPECT_EQ(allowed.code, 0);
  expect_has(allowed, "tune: 2 trials");
  EXPECT_EQ(last_error_of("--trials 3 -- echo {x}", 2).find("craggy: the command is not the one"), 0U);
}

TEST_F(TerminalSlow, EachCtrlCSaysWhatItDoes) {
  terminal_->type(in_a_study + "--grace 10m -- sh -c 'trap \"\" TERM; while :; do sleep 1; done; : {x}'" +
                  terminal_->end_mark());
  expect_soon("1 running");
  terminal_->press("C-c");
  expect_soon("craggy: interrupted; 1 trial still running, which Ctrl-C or SIGTERM ends too\n");
  terminal_->press("C-c");
  expect_soon(
      "craggy: ending 1 trial that goes back to the study: SIGTERM now, SIGKILL in 10 min 00 s; one more Ctrl-C ends "
      "craggy at once\n");
  expect_soon("  SIGKILL in 9 min ");
  terminal_->press("C-c");
  EXPECT_EQ(terminal_->finished().code, 130);
  expect_has(finish("craggy show tune"), "1: 0 finished, 0 failed, 0 running, 1 waiting");
}

TEST_F(TerminalSlow, CtrlCIsExplainedWhereStandardErrorIsAFileToo) {
  terminal_->type(in_a_study +
                  "--grace 1s -- sh -c 'touch begun; trap \"\" TERM; while :; do sleep 1; done; : {x}' "
                  ">out 2>errors; code=$?; echo; (exit $code)" +
                  terminal_->end_mark());
  EXPECT_TRUE(
      TerminalSession::wait_until([&] { return std::filesystem::exists(folder_.path() + "/begun"); }));
  const auto is_said = [&](const std::string& text) {
    return TerminalSession::wait_until([&] { return content_of("errors").find(text) != std::string::npos; });
  };
  terminal_->press("C-c");
  EXPECT_TRUE(is_said("craggy: interrupted; 1 trial still running, which Ctrl-C or SIGTERM ends too\n"));
  terminal_->press("C-c");
  EXPECT_TRUE(is_said("craggy: ending 1 trial that goes back to the study: SIGTERM now, SIGKILL in 1"));
  EXPECT_EQ(terminal_->finished().code, 130);
  EXPECT_EQ(lines_of("errors").back(), "craggy: interrupted; the same command resumes it");
}

}  // namespace
}  // namespace craggy::cli
