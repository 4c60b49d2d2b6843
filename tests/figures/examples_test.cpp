#include "figures/examples.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace craggy::figures {
namespace {

TEST(Waves, HavePeriodOneAndTheirLevels) {
  EXPECT_DOUBLE_EQ(sawtooth(0.0), -1.0);
  EXPECT_DOUBLE_EQ(sawtooth(0.75), 0.5);
  EXPECT_DOUBLE_EQ(sawtooth(3.75), 0.5);
  EXPECT_DOUBLE_EQ(triangle_wave(0.0), 1.0);
  EXPECT_DOUBLE_EQ(triangle_wave(0.5), -1.0);
  EXPECT_DOUBLE_EQ(triangle_wave(2.25), 0.0);
  EXPECT_DOUBLE_EQ(square_wave(0.49), 0.0);
  EXPECT_DOUBLE_EQ(square_wave(5.5), 1.0);
}

TEST(SpreadPoints, HasOneInEachPart) {
  const auto points = spread_points(10, 2.0, 4.0, 3);
  ASSERT_EQ(points.size(), 10U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_GT(points[i], 2.0 + 0.2 * static_cast<double>(i));
    EXPECT_LT(points[i], 2.0 + 0.2 * static_cast<double>(i + 1));
  }
  EXPECT_EQ(points, spread_points(10, 2.0, 4.0, 3));
  EXPECT_NE(points, spread_points(10, 2.0, 4.0, 4));
}

// The stated formulas, at points where one can do them by hand.
TEST(Examples, AreWhatTheirFormulasSay) {
  const double e1 = std::exp(-1.0);
  EXPECT_NEAR(jagged_valley().f(0.75), 0.375 - 1.2 + 0.8 * 0.25 * (2.0 * 0.75 - 1.0),
              1e-9);  // 33·0.75 = 24.75
  EXPECT_NEAR(jagged_valley().f(0.85), 0.425 - 1.2 * e1 + 0.8 * 0.15 * (2.0 * 0.05 - 1.0),
              1e-9);  // 33·0.85 = 28.05
  EXPECT_NEAR(waves().f(0.25), 1.0 + 0.5 * 1.0 + 0.25 * 1.0, 1e-9);
  EXPECT_NEAR(waves().f(0.125), std::sqrt(0.5) - 0.5 + 0.25, 1e-9);
  EXPECT_DOUBLE_EQ(stairs().f(0.2), 0.0);
  EXPECT_DOUBLE_EQ(stairs().f(0.4), 0.75);
  EXPECT_NEAR(stairs().f(0.5), -0.15, 1e-12);
  EXPECT_DOUBLE_EQ(stairs().f(0.7), 1.5);
  EXPECT_NEAR(stairs().f(0.8375), 1.5 + 0.3 * 0.5, 1e-9);  // 20·0.8375 = 16.75
  EXPECT_DOUBLE_EQ(unit_step().f(0.4999), 0.0);
  EXPECT_DOUBLE_EQ(unit_step().f(0.5), 1.0);
  EXPECT_DOUBLE_EQ(restless_region().f(0.2), std::fmod(std::floor(58.0 * 0.2), 2.0));
  EXPECT_DOUBLE_EQ(restless_region().f(0.3), std::fmod(std::floor(58.0 * 0.3), 2.0));
  EXPECT_NEAR(restless_region().f(0.82), -0.3, 1e-12);
  EXPECT_NEAR(restless_region().f(0.89), 0.6 - 0.9 * e1, 1e-9);
}

TEST(JaggedValley, HasTheMinimumOfItsTrendWhereItSays) {
  double best = 0.0;
  double lowest = 1e9;
  for (const double x : unit_grid(10001)) {
    const double trend = 0.5 * x - 1.2 * std::exp(-std::pow((x - 0.75) / 0.1, 2));
    if (trend < lowest) {
      lowest = trend;
      best = x;
    }
  }
  EXPECT_NEAR(best, jagged_valley_minimiser, 0.003);
}

TEST(Examples, AreObservedInsideTheUnitInterval) {
  for (const Example& example : {jagged_valley(), waves(), stairs(), unit_step(), restless_region()}) {
    EXPECT_FALSE(example.formula.empty());
    EXPECT_EQ(example.observed.size(), example.observed_values().size());
    for (const double x : example.observed) EXPECT_TRUE(x >= 0.0 && x <= 1.0) << x;
  }
}

}  // namespace
}  // namespace craggy::figures
