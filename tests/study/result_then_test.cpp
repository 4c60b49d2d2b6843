#include "study/result_then.hpp"

#include <gtest/gtest.h>

namespace craggy {
namespace {

Timestamp at(int second) { return Timestamp(std::chrono::seconds(second)); }

// 0.3 at second 10, corrected to 3 at second 20 and to a failure at second 30; somebody came late with 0.4.
const std::vector<AttemptRow>& attempts() {
  static const std::vector<AttemptRow> all = {
      {.number = 0, .started = at(1), .ended = at(10), .result = Result{0.3, {1.0}, 0.1}},
      {.number = 1, .started = at(5), .ended = at(15), .result = Result{0.4}},
      {.number = 2,
       .started = at(20),
       .ended = at(20),
       .result = Result{3.0},
       .message = "correction of attempt 0, x"},
      {.number = 3, .started = at(30), .ended = at(30), .message = "correction of attempt 2, y"}};
  return all;
}

TEST(ResultThen, GoesBackThroughCorrections) {
  const TrialRecord record{.state = TrialState::failed, .num_attempts = 4, .decider = 3};
  EXPECT_EQ(record_then(record, attempts(), at(12)).objective, 0.3);
  EXPECT_EQ(record_then(record, attempts(), at(12)).constraints, std::vector<double>{1.0});
  EXPECT_EQ(record_then(record, attempts(), at(12)).noise, 0.1);
  EXPECT_EQ(record_then(record, attempts(), at(20)).objective, 3.0);
  EXPECT_FALSE(record_then(record, attempts(), at(29)).noise);
  EXPECT_FALSE(record_then(record, attempts(), at(30)).objective);
}

TEST(ResultThen, WhatWasNotCorrectedIsLeftAlone) {
  const TrialRecord record{.objective = 5.0, .num_attempts = 2, .decider = 0};
  const std::vector<AttemptRow> first(attempts().begin(), attempts().begin() + 2);
  EXPECT_FALSE(corrected_since(first, at(0)));
  EXPECT_TRUE(corrected_since(attempts(), at(29)));
  EXPECT_FALSE(corrected_since(attempts(), at(30)));
  EXPECT_EQ(record_then(record, first, at(0)).objective, 5.0);
}

}  // namespace
}  // namespace craggy
