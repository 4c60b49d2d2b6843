#include "experiments/run_state.hpp"

#include <gtest/gtest.h>

namespace craggy::experiments {
namespace {

JobId job(const std::string& method, std::uint32_t repetition) {
  return {{"beale", method, 0, repetition}, 100};
}

TEST(RunState, CountsWhatHappens) {
  RunState state({job("latent", 0), job("latent", 1), job("latent", 2)}, {}, 2);
  state.start(0);
  state.start(1);
  state.advance(0, 7, 0.5);
  EXPECT_EQ(state.running().at(0).evaluations, 7U);
  state.finish(0, 10.0);
  state.fail(1, "the objective broke");
  state.start(2);
  EXPECT_EQ(state.num_finished(), 1U);
  ASSERT_EQ(state.failures().size(), 1U);
  EXPECT_EQ(state.failures()[0].key.repetition, 1U);
  EXPECT_EQ(state.failures()[0].message, "the objective broke");
  state.abandon(2);
  EXPECT_TRUE(state.running().empty());
}

TEST(RunState, NothingToGoByNoTimeLeft) {
  RunState state({job("latent", 0), job("latent", 1)}, {}, 1);
  EXPECT_FALSE(state.time_left().has_value());
  state.start(0);
  EXPECT_FALSE(state.time_left().has_value());
}

TEST(RunState, WhatIsRunningGivesAFirstGuess) {
  RunState state({job("latent", 0), job("latent", 1)}, {}, 1);
  state.start(0);
  state.advance(0, 50, 10.0);
  const double whole = scaled_seconds(10.0, 50, 100);
  const auto left = state.time_left();
  ASSERT_TRUE(left.has_value());
  EXPECT_NEAR(left->seconds, (whole - 10.0) + whole, 1e-9);
  EXPECT_DOUBLE_EQ(left->guessed_share, 1.0);
}

TEST(RunState, TimeLeftIsTheWorkSharedByTheJobs) {
  CostModel costs;
  costs.add("beale", "latent", 100, 20.0);
  costs.add("beale", "noiseless", 100, 2.0);
  RunState state({job("latent", 0), job("noiseless", 0), job("latent", 1), job("noiseless", 1)}, costs, 2);
  state.start(0);
  state.start(1);
  state.advance(0, 90, 15.0);
  state.finish(1, 2.0);
  const auto left = state.time_left();
  EXPECT_NEAR(left->seconds, std::max(20.0, (5.0 + 20.0 + 2.0) / 2.0), 1e-9)
      << "but no less than the longest job";
  EXPECT_DOUBLE_EQ(left->guessed_share, 0.0);
  RunState alone({job("latent", 0), job("noiseless", 0), job("latent", 1)}, costs, 1);
  EXPECT_NEAR(alone.time_left()->seconds, 42.0, 1e-9);
}

TEST(RunState, SaysHowMuchOfItIsGuessed) {
  CostModel costs;
  costs.add("beale", "latent", 100, 30.0);
  const RunState state({job("latent", 0), job("warped", 0)}, costs, 1);
  EXPECT_DOUBLE_EQ(state.time_left()->guessed_share, 0.5);
}

TEST(RunState, AtTheEndNothingIsLeft) {
  RunState state({job("latent", 0)}, {}, 1);
  state.start(0);
  state.finish(0, 3.0);
  EXPECT_EQ(state.time_left()->seconds, 0.0);
  EXPECT_EQ(RunState({}, {}, 2).time_left()->seconds, 0.0);
}

}  // namespace
}  // namespace craggy::experiments
