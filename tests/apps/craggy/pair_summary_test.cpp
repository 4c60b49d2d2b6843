#include "demo/pair_summary.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace craggy::cli {
namespace {

TEST(PairSummary, AMeanAndItsStandardError) {
  const Estimate four = estimate(std::vector<double>{1.0, 2.0, 3.0, 6.0});
  EXPECT_DOUBLE_EQ(four.mean, 3.0);
  EXPECT_DOUBLE_EQ(four.standard_error, std::sqrt((4.0 + 1.0 + 0.0 + 9.0) / 3.0 / 4.0));
  const Estimate one = estimate(std::vector<double>{5.0});
  EXPECT_EQ(one.mean, 5.0);
  EXPECT_EQ(one.standard_error, 0.0);
}

TEST(PairSummary, WinsTiesAndLossesAreAgainstTheLastInTheSamePair) {
  const std::vector<std::vector<RunScore>> pairs = {
      {{{4.0, 1.0}, 0.9, 1.0}, {{4.0, 3.0}, 0.5, 3.0}},       // ahead
      {{{6.0, 2.0}, 0.7009, 2.0}, {{6.0, 2.0}, 0.7, 3.0}},    // as close as a tie
      {{{5.0, 5.0}, 0.0, 3.0}, {{5.0, 4.0}, 0.1, 3.0}},       // behind
      {{{5.0, 4.0}, 0.1, 2.0}, {{5.0, 3.99}, 0.1011, 3.0}}};  // behind, by more than a tie
  const std::vector<SurrogateSummary> summaries = summarise(pairs);
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0].wins, 1U);
  EXPECT_EQ(summaries[0].ties, 1U);
  EXPECT_EQ(summaries[0].losses, 2U);
  EXPECT_NEAR(summaries[0].gap.mean, (0.9 + 0.7009 + 0.0 + 0.1) / 4.0, 1e-12);
  EXPECT_NEAR(summaries[0].lead.mean, (0.4 + 0.0009 - 0.1 - 0.0011) / 4.0, 1e-12);
  EXPECT_EQ(summaries[0].seconds, 2.0);
  ASSERT_EQ(summaries[0].best_so_far.size(), 2U);
  EXPECT_EQ(summaries[0].best_so_far[0].mean, 5.0);
  EXPECT_EQ(summaries[0].best_so_far[1].mean, 3.0);
  EXPECT_EQ(summaries[1].ties, 4U);
  EXPECT_EQ(summaries[1].lead.mean, 0.0);
}

}  // namespace
}  // namespace craggy::cli
