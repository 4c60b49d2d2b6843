#include "problems/landscape.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy::problems {
namespace {

std::vector<double> point_of_cube(std::size_t dim, RandomStream& stream) {
  std::vector<double> x(dim);
  for (double& coordinate : x) coordinate = stream.uniform();
  return x;
}

TEST(Landscape, IsStandardisedAndDifferentForEverySeed) {
  RandomStream stream(5);
  for (const std::size_t dim : {1U, 2U, 6U})
    for (const std::uint64_t seed : {1U, 2U}) {
      const Landscape landscape(dim, seed);
      double sum = 0.0;
      double squares = 0.0;
      constexpr int count = 4000;
      for (int i = 0; i < count; ++i) {
        const double value = landscape(point_of_cube(dim, stream));
        sum += value / count;
        squares += value * value / count;
      }
      EXPECT_NEAR(sum, 0.0, 0.1);
      EXPECT_NEAR(squares, 1.0, 0.2);
    }
  const std::vector<double> x = {0.3, 0.7};
  EXPECT_EQ(Landscape(2, 7)(x), Landscape(2, 7)(x));
  EXPECT_NE(Landscape(2, 7)(x), Landscape(2, 8)(x));
}

TEST(Landscape, NothingAtRandomIsBelowTheLowestValue) {
  RandomStream stream(6);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Landscape landscape(2, seed);
    const Landscape::Lowest lowest = landscape.lowest();
    EXPECT_EQ(landscape(lowest.x), lowest.value);
    for (int i = 0; i < 2000; ++i) EXPECT_GE(landscape(point_of_cube(2, stream)), lowest.value - 1e-9);
  }
}

TEST(Landscape, TheLowestValueIsWhereItIsAllowed) {
  const Landscape landscape(2, 1);
  const Landscape::Lowest right =
      landscape.lowest([](std::span<const double> x) { return x[0] > 0.9 && x[1] > 0.9; });
  EXPECT_GT(right.x[0], 0.9);
  EXPECT_GE(right.value, landscape.lowest().value);
  EXPECT_EQ(landscape.lowest([](std::span<const double>) { return false; }).value,
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace craggy::problems
