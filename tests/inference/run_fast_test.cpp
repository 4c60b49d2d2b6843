// How long the fast inference runs.
#include "inference/run_fast.hpp"

#include <gtest/gtest.h>

namespace craggy {
namespace {

TEST(FastLength, ASuggestionIsShortAndShorterStillFromAWarmState) {
  const FastLength cold = fast_length({}, 60, false);
  EXPECT_EQ(cold.num_chains, 16);
  EXPECT_EQ(cold.num_warmup, 300);
  EXPECT_EQ(cold.round_length, 24);
  EXPECT_EQ(cold.max_rounds, 1);
  EXPECT_EQ(cold.num_draws, 160);
  EXPECT_EQ(cold.target_rhat, 0.0);
  EXPECT_FALSE(cold.brief);

  const FastLength warm = fast_length({}, 60, true);
  EXPECT_EQ(warm.num_warmup, 4);
  EXPECT_EQ(warm.round_length, 13);
  EXPECT_EQ(warm.max_rounds, 1);
  EXPECT_EQ(warm.num_draws, 256);
  EXPECT_TRUE(warm.brief);
}

TEST(FastLength, MoreObservationsMeanFewerIterationsWithinBounds) {
  for (const bool warm : {false, true}) {
    FastLength before = fast_length({}, 1, warm);
    for (const Index N : {30, 60, 61, 120, 240, 480, 960, 10000}) {
      const FastLength length = fast_length({}, N, warm);
      EXPECT_LE(length.num_warmup, before.num_warmup);
      EXPECT_LE(length.round_length, before.round_length);
      before = length;
    }
    EXPECT_EQ(before.num_warmup, warm ? 2 : 40);
    EXPECT_EQ(before.round_length, warm ? 3 : 8);
  }
  EXPECT_EQ(fast_length({}, 120, false).num_warmup, 106);   // 300·2^−1.5
  EXPECT_EQ(fast_length({}, 120, false).round_length, 12);  // 24/2
  EXPECT_EQ(fast_length({}, 90, true).round_length, 4);     // 13·1.5^−3
  EXPECT_EQ(fast_length({}, 1, false).num_warmup, 300);
  EXPECT_EQ(fast_length({}, 0, false).num_warmup, 300);
}

TEST(FastLength, WithATargetItGoesOnInRoundsWarmOrNot) {
  for (const bool warm : {false, true}) {
    const FastLength length = fast_length({.target_rhat = 1.05}, 60, warm);
    EXPECT_EQ(length.target_rhat, 1.05);
    EXPECT_EQ(length.num_warmup, 150);
    EXPECT_EQ(length.num_draws, 4096);
    EXPECT_EQ(length.max_rounds, 10);  // ⌈900/95⌉
    EXPECT_EQ(length.round_length, 90);
    EXPECT_FALSE(length.brief);
  }
  const FastLength of_many = fast_length({.target_rhat = 1.05}, 100000, false);
  EXPECT_EQ(of_many.num_warmup, 100);
  EXPECT_EQ(of_many.num_draws, 1024);
  EXPECT_EQ(of_many.max_rounds * of_many.round_length, 198);  // at most the 200 of its limit
}

TEST(FastLength, WhatIsAskedForIsTaken) {
  const InferenceOptions asked{.num_chains = 3, .num_warmup = 7, .num_draws = 11, .max_iterations = 200};
  for (const bool warm : {false, true}) {
    const FastLength length = fast_length(asked, 60, warm);
    EXPECT_EQ(length.num_chains, 3);
    EXPECT_EQ(length.num_warmup, 7);
    EXPECT_EQ(length.num_draws, 11);
    EXPECT_EQ(length.round_length, 200);
    EXPECT_EQ(length.max_rounds, 1);
  }
  InferenceOptions with_target = asked;
  with_target.target_rhat = 1.1;
  const FastLength length = fast_length(with_target, 60, false);
  EXPECT_EQ(length.num_chains, 3);
  EXPECT_EQ(length.num_warmup, 7);
  EXPECT_EQ(length.num_draws, 11);
  EXPECT_EQ(length.max_rounds, 3);
  EXPECT_EQ(length.round_length, 66);
}

}  // namespace
}  // namespace craggy
