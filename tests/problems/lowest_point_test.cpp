#include "problems/lowest_point.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace craggy::problems {
namespace {

double bowl(std::span<const double> u) {
  double sum = 0.0;
  for (std::size_t j = 0; j < u.size(); ++j)
    sum += std::pow(10.0, static_cast<double>(j)) * (u[j] - 0.3) * (u[j] - 0.3);
  return sum;
}

TEST(LowestPoint, DescendsABowl) {
  const LowestPoint lowest = descend(bowl, std::vector<double>(4, 0.9), 0.05, 1e-8);
  for (const double coordinate : lowest.at) EXPECT_NEAR(coordinate, 0.3, 1e-7);
}

TEST(LowestPoint, IsOnTheEdgeWhereTheFunctionFallsTowardsIt) {
  const LowestPoint lowest =
      descend([](std::span<const double> u) { return u[0] - u[1]; }, {0.5, 0.5}, 0.05, 1e-8);
  EXPECT_EQ(lowest.at, (std::vector<double>{0.0, 1.0}));
}

TEST(LowestPoint, FindsTheDeepestOfManyHollows) {
  const auto waves = [](std::span<const double> u) {
    return std::cos(40.0 * u[0]) + std::cos(40.0 * u[1]) + std::abs(u[0] - 0.55) + std::abs(u[1] - 0.4);
  };
  double grid = 10.0;
  for (int i = 0; i <= 1000; ++i)
    for (int k = 0; k <= 1000; ++k) grid = std::min(grid, waves(std::vector<double>{1e-3 * i, 1e-3 * k}));
  RandomStream stream(5);
  EXPECT_LE(lowest_point(waves, 2, stream).value, grid);
}

TEST(LowestPoint, BeginsAtHintsToo) {
  const auto needle = [](std::span<const double> u) {
    return std::min(std::abs(u[0] - 0.123456789) * 1e6, 1.0);
  };
  RandomStream stream(6);
  EXPECT_LT(lowest_point(needle, 1, stream, std::vector<std::vector<double>>{{0.12345678}}).value, 0.01);
}

}  // namespace
}  // namespace craggy::problems
