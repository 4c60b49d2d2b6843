#include "results/holm.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace craggy::results {
namespace {

using Values = std::vector<double>;

TEST(Holm, StepsDownFromTheSmallest) {
  // By hand: 4·0.005, then 3·0.01, then max(0.03, 2·0.03), then max(0.06, 1·0.04).
  const Values adjusted = holm_adjusted(Values{0.01, 0.04, 0.03, 0.005});
  const Values expected = {0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
}

TEST(Holm, NeverAboveOne) { EXPECT_EQ(holm_adjusted(Values{0.6, 0.9}), (Values{1.0, 1.0})); }

TEST(Holm, OneTestIsLeftAlone) {
  EXPECT_EQ(holm_adjusted(Values{0.03}), (Values{0.03}));
  EXPECT_TRUE(holm_adjusted(Values{}).empty());
}

// The procedure as it is usually told: go through the p-values from below and stop at the first above α/(m −
// i).
TEST(Holm, RejectsWhatTheProcedureRejects) {
  const Values p_values = {0.001, 0.012, 0.013, 0.02, 0.5, 0.0126};
  const double alpha = 0.05;
  const Values sorted = {0.001, 0.012, 0.0126, 0.013, 0.02, 0.5};
  std::size_t num_rejected = 0;
  while (num_rejected < sorted.size() &&
         sorted[num_rejected] <= alpha / static_cast<double>(sorted.size() - num_rejected))
    ++num_rejected;
  const Values adjusted = holm_adjusted(p_values);
  std::size_t num_adjusted = 0;
  for (const double p : adjusted) num_adjusted += p <= alpha ? 1 : 0;
  EXPECT_EQ(num_adjusted, num_rejected);
  EXPECT_EQ(num_rejected, 1U);
}

}  // namespace
}  // namespace craggy::results
