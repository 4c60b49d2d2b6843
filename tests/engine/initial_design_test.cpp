#include "engine/initial_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy {
namespace {

class InitialDesign : public ::testing::TestWithParam<std::string> {};

TEST_P(InitialDesign, LiesInsideTheCube) {
  for (std::size_t num_inputs : {1, 2, 8, 30})
    for (std::uint32_t trial : {0U, 1U, 2U, 1000U, std::numeric_limits<std::uint32_t>::max()}) {
      const std::vector<double> point = initial_point(GetParam(), num_inputs, 7, trial);
      ASSERT_EQ(point.size(), num_inputs);
      for (const double coordinate : point) EXPECT_TRUE(coordinate > 0.0 && coordinate < 1.0) << coordinate;
    }
}

TEST_P(InitialDesign, DependsOnSeedAndTrialOnly) {
  std::vector<std::vector<double>> forwards;
  for (std::uint32_t trial = 0; trial < 20; ++trial)
    forwards.push_back(initial_point(GetParam(), 3, 5, trial));
  for (std::uint32_t trial = 20; trial-- > 0;)
    EXPECT_EQ(initial_point(GetParam(), 3, 5, trial), forwards[trial]) << trial;
  EXPECT_NE(initial_point(GetParam(), 3, 6, 0), forwards[0]);
}

TEST_P(InitialDesign, DoesNotRepeatItself) {
  for (std::size_t num_inputs : {1, 4, 25}) {
    std::vector<std::set<double>> seen(num_inputs);
    for (std::uint32_t trial = 0; trial < 500; ++trial) {
      const std::vector<double> point = initial_point(GetParam(), num_inputs, 11, trial);
      for (std::size_t q = 0; q < num_inputs; ++q) seen[q].insert(point[q]);
    }
    for (const auto& coordinates : seen) EXPECT_EQ(coordinates.size(), 500u);
  }
}

TEST_P(InitialDesign, EachPointIsUniformOverTheSeeds) {
  // Mean and variance of 4,000 uniform numbers within four standard errors; neighbouring coordinates
  // uncorrelated.
  constexpr int num_seeds = 4000;
  double sum = 0.0;
  double sum_of_squares = 0.0;
  double sum_of_products = 0.0;
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    const std::vector<double> point = initial_point(GetParam(), 2, seed, 3);
    sum += point[0] - 0.5;
    sum_of_squares += (point[0] - 0.5) * (point[0] - 0.5);
    sum_of_products += (point[0] - 0.5) * (point[1] - 0.5);
  }
  const double root = std::sqrt(static_cast<double>(num_seeds));
  EXPECT_NEAR(sum / num_seeds, 0.0, 4 * std::sqrt(1.0 / 12) / root);
  EXPECT_NEAR(sum_of_squares / num_seeds, 1.0 / 12, 4 * std::sqrt(1.0 / 180) / root);
  EXPECT_NEAR(sum_of_products / num_seeds, 0.0, 4 * (1.0 / 12) / root);
}

INSTANTIATE_TEST_SUITE_P(Designs, InitialDesign, ::testing::ValuesIn(initial_design_names()),
                         [](const auto& instance) { return instance.param; });

TEST(InitialDesignNames, AreThePapersAndSobol) {
  EXPECT_EQ(initial_design_names(), (std::vector<std::string>{"uniform", "sobol"}));
}

TEST(InitialDesignNames, AnUnknownOneIsNamed) {
  EXPECT_EQ(testing::message_of([] { initial_point("sobl", 2, 0, 0); }),
            "initial_design is 'sobl', but it has to be one of uniform, sobol; did you mean 'sobol'?");
}

TEST(SobolDesign, TheShiftKeepsTheBalance) {
  constexpr std::size_t num_inputs = 30;
  for (const std::uint64_t seed : {0U, 1U, 99U}) {
    std::vector<std::set<int>> intervals(num_inputs);
    for (std::uint32_t trial = 0; trial < 128; ++trial) {
      const std::vector<double> point = initial_point("sobol", num_inputs, seed, trial);
      for (std::size_t q = 0; q < num_inputs; ++q) intervals[q].insert(static_cast<int>(point[q] * 128));
    }
    for (const auto& filled : intervals) EXPECT_EQ(filled.size(), 128u);
  }
}

}  // namespace
}  // namespace craggy
