#include "runs/texts.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

using std::chrono::microseconds;

TrialRecord failed(const std::string& message) { return {.state = TrialState::failed, .message = message}; }

TEST(Texts, TheReasonOfAFailureIsItsFirstLineAndTheLastWord) {
  EXPECT_EQ(reason_of("timed out"), "timed out");
  EXPECT_EQ(reason_of("exit 1\nTraceback\nValueError: \x1b[31mbad\n\n"), "exit 1: ValueError: \\x1b[31mbad");
  EXPECT_EQ(reason_of(Outcome{.failure = "exit 1", .error_tail = "\n  no mesh  \n"}), "exit 1: no mesh");
  EXPECT_EQ(reason_of(""), "");
}

TEST(Texts, TheMessageOfAFailureHasTheLastLineOfItsOutput) {
  EXPECT_EQ(
      failure_message({.failure = "exit 1", .error_tail = "no mesh\n", .output_tail = "step 1\nstep 2\n\n"}),
      "exit 1\nthe last line of its output: step 2\nno mesh\n");
  EXPECT_EQ(reason_of(Outcome{.failure = "exit 1", .error_tail = "no mesh\n", .output_tail = "step 2\n"}),
            "exit 1: no mesh");
  EXPECT_EQ(reason_of(Outcome{.failure = "exit 1", .output_tail = "step 2\n"}),
            "exit 1: the last line of its output: step 2");
  EXPECT_EQ(failure_message({.failure = "no value: in the last line, 'x' is none", .output_tail = "x\n"}),
            "no value: in the last line, 'x' is none");
  const std::string long_one =
      failure_message({.failure = "exit 1", .error_tail = std::string(9000, 'e') + "é"});
  EXPECT_EQ(long_one.size(), std::string("exit 1\n… ").size() + 4096);
  EXPECT_TRUE(long_one.ends_with("eé"));
}

TEST(Texts, FailuresAreCountedByTheirReason) {
  const auto counts = failure_counts({failed("b"),
                                      failed("a\nx"),
                                      failed("a\ny\nx"),
                                      failed(""),
                                      {.state = TrialState::finished, .message = "b"}});
  const std::vector<std::pair<std::string, std::size_t>> expected = {
      {"a: x", 2}, {"b", 1}, {"no reason given", 1}};
  EXPECT_EQ(counts, expected);
}

TEST(Texts, FailuresThatDifferInTheirOutputAloneAreCountedTogether) {
  const std::string output = "exit 1\nthe last line of its output: ";
  const auto counts = failure_counts({failed(output + "step 1"), failed(output + "step 2"),
                                      failed(output + "step 2\nno mesh\n"), failed("exit 1")});
  const std::vector<std::pair<std::string, std::size_t>> expected = {{"exit 1", 3}, {"exit 1: no mesh", 1}};
  EXPECT_EQ(counts, expected);
  EXPECT_EQ(failure_counts({failed(output + "step 1"), failed(output + "step 1")}).front().first,
            "exit 1: the last line of its output: step 1");
}

TEST(Texts, Times) {
  const Timestamp time{std::chrono::seconds(1'794'816'900) + microseconds(250'000)};
  EXPECT_EQ(time_text(time), "2026-11-16 08:15:00 UTC");
  EXPECT_EQ(iso_time(time), "2026-11-16T08:15:00.250000Z");
}

TEST(Texts, WhatChoseAPoint) {
  TrialRecord record;
  EXPECT_EQ(model_of(record), "");
  record.suggestion.emplace().initial = true;
  EXPECT_EQ(model_of(record), "initial design");
  record.suggestion->initial = false;
  record.suggestion->surrogate = "latent";
  EXPECT_EQ(model_of(record), "latent");
}

TEST(Texts, HowLongAnAttemptTook) {
  AttemptRow attempt{.started = Timestamp{microseconds(1'000'000)}};
  EXPECT_FALSE(seconds_of(attempt));
  attempt.ended = Timestamp{microseconds(3'500'000)};
  EXPECT_EQ(seconds_of(attempt), 2.5);
  attempt.ended = attempt.started - std::chrono::seconds(1);
  EXPECT_FALSE(seconds_of(attempt)) << "a clock that was set back tells nothing";
}

TEST(Texts, DirectionsAreCalledAsTheOptions) {
  EXPECT_EQ(direction_word(Direction::minimise), "minimize");
  EXPECT_EQ(direction_word(Direction::maximise), "maximize");
}

}  // namespace
}  // namespace craggy::runs
