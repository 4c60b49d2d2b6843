#include "engine/compressed_objectives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/engine/suggest.hpp>

namespace craggy {
namespace {

Vector vector(std::initializer_list<double> values) {
  Vector result(std::ssize(values));
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

TEST(CompressedObjectives, WhatIsFarAboveTheMedianGrowsWithTheLogarithm) {
  const CompressedObjectives result = compressed(vector({1e6, 3.0, 1.0, 9.0, 2.0, 6.9, 1.5}));
  EXPECT_NEAR(result.values[0], 7.0 + 6.0 * std::log1p(std::log1p((1e6 - 7.0) / 6.0)), 1e-9);
  EXPECT_NEAR(result.values[3], 7.0 + 6.0 * std::log1p(std::log1p(2.0 / 6.0)), 1e-9);
  EXPECT_EQ(result.values(std::vector<Index>{1, 2, 4, 5, 6}), vector({3.0, 1.0, 2.0, 6.9, 1.5}));
}

TEST(CompressedObjectives, SlopesAreThoseOfTheMap) {
  // The median stays in its place while a value above it moves.
  const double step = 1e-6;
  for (const double y : {7.5, 10.0, 500.0}) {
    const CompressedObjectives there = compressed(vector({1.0, 2.0, 3.0, 3.2, y}));
    const double rise = compressed(vector({1.0, 2.0, 3.0, 3.2, y + step})).values[4] -
                        compressed(vector({1.0, 2.0, 3.0, 3.2, y - step})).values[4];
    EXPECT_NEAR(there.slopes[4], rise / (2.0 * step), 1e-6);
    EXPECT_EQ(there.slopes[0], 1.0);
  }
}

TEST(CompressedObjectives, TheOrderStays) {
  const Vector values = vector({5.0, -1.0, 80.0, 81.0, 1e9, 0.0, 1e300, 5.5, 2.0});
  const Vector result = compressed(values).values;
  for (Index i = 0; i < values.size(); ++i)
    for (Index j = 0; j < values.size(); ++j) EXPECT_EQ(values[i] < values[j], result[i] < result[j]);
}

TEST(CompressedObjectives, AnyFiniteValuesStayFinite) {
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  for (const Vector& values : {vector({-huge, 0.0, huge}), vector({0.0, tiny, huge}),
                               vector({-huge, -huge, huge}), vector({0.0, 0.0}), vector({huge}),
                               vector({tiny, 2 * tiny, 1.0}), vector({-huge, huge, huge, huge})}) {
    const CompressedObjectives result = compressed(values);
    EXPECT_TRUE(result.values.allFinite()) << values.transpose();
    EXPECT_TRUE(result.slopes.allFinite());
  }
}

TEST(CompressedObjectives, WhereHalfAreTheLowestNothingChanges) {
  const Vector values = vector({0.0, 7.0, 0.0, 100.0, 0.0});
  EXPECT_EQ(compressed(values).values, values);
}

TEST(CompressedObjectives, ASearchThatHasSettledIsMeasuredByWhereItHadLookedBefore) {
  Vector values(40);
  values.head(10) << 5.0, 30.0, 10.0, 90.0, 20.0, 60.0, 15.0, 8.0, 70.0, 40.0;  // their median is 20
  values.tail(30).setLinSpaced(1e-3, 0.0);
  EXPECT_EQ(compressed(values).values.tail(39), [&] {
    Vector expected = values.tail(39);
    expected[2] = 60.0 + 60.0 * std::log1p(std::log1p(30.0 / 60.0));
    expected[7] = 60.0 + 60.0 * std::log1p(std::log1p(10.0 / 60.0));
    return expected;
  }());
}

// One simulation in a corner blows up; the valley is still found.
TEST(CompressedObjectivesSlow, ABlowUpDoesNotHideTheValley) {
  const Space space{{"x", Float{-1.0, 1.0}}, {"y", Float{-1.0, 1.0}}};
  const auto objective = [](const std::vector<double>& v) {
    const double valley = std::pow(v[0] + 0.3, 2) + std::pow(v[1] - 0.4, 2);
    return v[0] + v[1] > 1.0 ? 1e6 * (v[0] + v[1]) : valley;
  };
  std::vector<double> best;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    History history{{{.values = {0.9, 0.8}, .objective = objective({0.9, 0.8})}}, {}, {}};
    best.push_back(std::numeric_limits<double>::infinity());
    for (std::uint32_t trial = 1; trial < 18; ++trial) {
      const Suggestion next = suggest(space, history, {}, {seed, trial});
      history.observations.push_back({.values = next.values, .objective = objective(next.values)});
      best.back() = std::min(best.back(), history.observations.back().objective);
    }
  }
  std::sort(best.begin(), best.end());
  // 0.31 and 0.49 if the objectives are as told.
  EXPECT_LT(best[2], 0.02);
  EXPECT_LT(best[3], 0.1);
}

}  // namespace
}  // namespace craggy
