#include "experiments/cost_model.hpp"

#include <gtest/gtest.h>

namespace craggy::experiments {
namespace {

TEST(ScaledSeconds, GrowsWithTheSquareOfEachEvaluation) {
  double all = 0.0;
  double first = 0.0;
  for (int n = 1; n <= 100; ++n) {
    all += 0.001 * n * n;
    if (n == 50) first = all;
  }
  EXPECT_NEAR(scaled_seconds(first, 50, 100), all, 1e-9 * all);
  EXPECT_NEAR(scaled_seconds(all, 100, 50), first, 1e-9 * all);
  EXPECT_EQ(scaled_seconds(1.0, 0, 100), 0.0);
}

TEST(CostModel, KnowsNothingAtFirst) {
  EXPECT_FALSE(CostModel().expected("beale", "latent", 100).has_value());
}

TEST(CostModel, PrefersTheCellThenTheMethodThenEverything) {
  CostModel costs;
  costs.add("beale", "latent", 100, 10.0);
  costs.add("beale", "latent", 100, 20.0);
  costs.add("ackley6", "latent", 100, 45.0);
  costs.add("beale", "noiseless", 100, 2.0);

  const auto cell = costs.expected("beale", "latent", 100);
  EXPECT_DOUBLE_EQ(cell->seconds, 15.0);
  EXPECT_TRUE(cell->measured);
  const auto method = costs.expected("levy13", "latent", 100);
  EXPECT_DOUBLE_EQ(method->seconds, 30.0) << "problems count once each";
  EXPECT_FALSE(method->measured);
  const auto anything = costs.expected("levy13", "warped", 100);
  EXPECT_DOUBLE_EQ(anything->seconds, 16.0) << "methods count once each";
  EXPECT_FALSE(anything->measured);
}

TEST(CostModel, TakesTheNumberOfEvaluationsIntoAccount) {
  CostModel costs;
  costs.add("beale", "latent", 50, 10.0);
  EXPECT_NEAR(costs.expected("beale", "latent", 50)->seconds, 10.0, 1e-9);
  EXPECT_NEAR(costs.expected("beale", "latent", 100)->seconds, scaled_seconds(10.0, 50, 100), 1e-9);
}

}  // namespace
}  // namespace craggy::experiments
