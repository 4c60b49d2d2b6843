#include "runs/ranking.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

const std::vector<TrialRecord> trials = {
    {.number = 0, .objective = 2.0}, {.number = 1},
    {.number = 2, .objective = 1.0}, {.number = 3, .objective = 0.0, .constraints = {3.0, -9.0}},
    {.number = 4, .objective = 2.0}, {.number = 5, .objective = 9.0, .constraints = {0.5, 1.0}}};

std::vector<TrialNumber> numbers(const std::vector<TrialRecord>& records) {
  std::vector<TrialNumber> all;
  for (const TrialRecord& record : records) all.push_back(record.number);
  return all;
}

TEST(Ranking, TheBestComeFirstAndOfEqualsTheEarlier) {
  EXPECT_EQ(numbers(best_trials(trials, Direction::minimise, 9)), (std::vector<TrialNumber>{2, 0, 4}));
  EXPECT_EQ(numbers(best_trials(trials, Direction::maximise, 9)), (std::vector<TrialNumber>{0, 4, 2}));
  EXPECT_EQ(numbers(best_trials(trials, Direction::maximise, 1)), (std::vector<TrialNumber>{0}));
}

TEST(Ranking, OfInfeasibleTrialsTheOneThatBreaksConstraintsLeastComesFirst) {
  EXPECT_EQ(numbers(least_infeasible_trials(trials, 9)), (std::vector<TrialNumber>{5, 3}));
  EXPECT_EQ(numbers(least_infeasible_trials(trials, 1)), (std::vector<TrialNumber>{5}));
}

}  // namespace
}  // namespace craggy::runs
