#include "study/run_end_text.hpp"

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

TEST(WhyItEnded, SaysWhatWasAskedForAndWhatCame) {
  const TrialRecord best{.number = 7, .objective = 0.25};
  EXPECT_EQ(
      why_it_ended(RunEnd::done, {.plan = {.max_trials = 30}, .counts = {.finished = 35}}),
      "nothing to do: the study has 35 trials already, and --trials 30 is the total; --trials 45 adds 10");
  EXPECT_EQ(why_it_ended(
                RunEnd::done,
                {.plan = {.max_trials = 30}, .counts = {.running = 2, .finished = 28}, .any_started = true}),
            "all 30 trials have begun, 2 of them elsewhere");
  EXPECT_EQ(why_it_ended(RunEnd::target_reached, {.plan = {.target = 0.3}, .best = best}),
            "the target 0.3 is reached: 0.25 in trial 7 (--target)");
  EXPECT_EQ(why_it_ended(RunEnd::no_improvement, {.plan = {.patience = 20}}),
            "no trial was better than the best one for 20 trials (--patience)");
  EXPECT_EQ(why_it_ended(RunEnd::converged, {.plan = {.min_improvement = 0.01}}),
            "the model expects to improve the best value by less than 0.01 (--min-improvement)");
  EXPECT_EQ(why_it_ended(RunEnd::failing_alike, {.plan = {.max_alike_failures = 3},
                                                 .failure = craggy::Outcome{.failure = "no value"}}),
            "3 trials failed for the same reason, and none has given a value: no value");
  EXPECT_EQ(why_it_ended(RunEnd::too_many_failures, {}), "too many trials failed (--max-failures)");
  EXPECT_EQ(why_it_ended(RunEnd::out_of_time, {}), "the time is over (--budget-time)");
  EXPECT_EQ(why_it_ended(RunEnd::interrupted, {}), "interrupted; the same command resumes it");
}

TEST(HelpWith, KnowsTheUsualReasons) {
  const auto help = [](const craggy::Outcome& failure) { return help_with(failure); };
  const auto has = [](const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
  };
  EXPECT_TRUE(
      has(help({.failure = "no value: the output is empty and there is no result file", .exit_code = 0}),
          "it prints nothing: its last line of output has to be the value"));
  EXPECT_TRUE(has(help({.failure = "the command exited with status 127", .exit_code = 127}),
                  "does not find a program"));
  EXPECT_TRUE(has(help({.failure = "the command exited with status 126", .exit_code = 126}), "chmod +x"));
  EXPECT_TRUE(has(help({.failure = "x cannot be started: No such file or directory"}), "is the path right?"));
  EXPECT_TRUE(has(help({.failure = "the command was ended by signal 9 (Killed)"}), "no memory left"));
  EXPECT_TRUE(has(help({.failure = "no result within 1 s", .timed_out = true}), "a longer --timeout"));
  EXPECT_EQ(help({.failure = "the command exited with status 1", .exit_code = 1}),
            "craggy: --max-failures N sets how many trials may fail\n");
}

TEST(HelpWith, ShowsTheLastLinesOfBothStreams) {
  EXPECT_EQ(help_with({.failure = "the command exited with status 1",
                       .error_tail = "no licence\n",
                       .output_tail = "step 1\nstep 2\n",
                       .exit_code = 1}),
            "craggy: the last lines of its standard error:\n  no licence\n"
            "craggy: the last lines of its standard output:\n  step 1\n  step 2\n"
            "craggy: --max-failures N sets how many trials may fail\n");
}

TEST(HelpWith, ShowsNoMoreThanTheLastLines) {
  EXPECT_EQ(help_with({.failure = "the command exited with status 1",
                       .error_tail = "1\n2\n\n3\n4\n5\n6\n",
                       .exit_code = 1}),
            "craggy: the last lines of its standard error:\n  2\n  3\n  4\n  5\n  6\n"
            "craggy: --max-failures N sets how many trials may fail\n");
}

}  // namespace
}  // namespace craggy::cli
