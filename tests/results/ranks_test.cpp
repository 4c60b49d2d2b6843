#include "results/ranks.hpp"

#include <gtest/gtest.h>

#include "scipy_figures.hpp"

namespace craggy::results {
namespace {

TEST(Ranks, AgreeWithScipy) {
  for (const auto& figure : testing::scipy_figures("ranks"))
    EXPECT_EQ(average_ranks(figure["values"].get<std::vector<double>>()),
              figure["ranks"].get<std::vector<double>>());
}

TEST(Ranks, EqualValuesShareTheirMeanRank) {
  EXPECT_EQ(average_ranks(std::vector{5.0, 5.0, 5.0}), (std::vector{2.0, 2.0, 2.0}));
  EXPECT_EQ(average_ranks(std::vector{2.0, 1.0, 2.0, 0.0}), (std::vector{3.5, 2.0, 3.5, 1.0}));
  EXPECT_TRUE(average_ranks(std::vector<double>{}).empty());
}

}  // namespace
}  // namespace craggy::results
