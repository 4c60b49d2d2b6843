#include "base/random.hpp"

#include <array>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace craggy {
namespace {

TEST(RandomStream, TheSameKeyGivesTheSameNumbers) {
  RandomStream a(7, {.trial = 3, .chain = 1, .purpose = Purpose::chain});
  RandomStream b(7, {.trial = 3, .chain = 1, .purpose = Purpose::chain});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a(), b());
}

TEST(RandomStream, EveryPartOfTheKeyMatters) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed : {0ULL, 1ULL, 1ULL << 40U})
    for (std::uint32_t trial : {0U, 1U})
      for (std::uint16_t chain : {std::uint16_t{0}, std::uint16_t{1}})
        for (Purpose purpose : {Purpose::general, Purpose::chain})
          firsts.insert(RandomStream(seed, {trial, chain, purpose})());
  EXPECT_EQ(firsts.size(), 24U);
}

TEST(RandomStream, BlocksAreHandedOutLowHalfFirst) {
  RandomStream stream(0);
  EXPECT_EQ(stream(), 0xe169c58d6627e8d5ULL);
  EXPECT_EQ(stream(), 0x9b00dbd8bc57ac4cULL);
}

TEST(RandomStream, MomentsOfEveryDistribution) {
  constexpr int num_draws = 200000;
  RandomStream stream(11);
  struct Case {
    double (*draw)(RandomStream&);
    double mean;
    double variance;
  };
  const std::array<Case, 5> cases = {{
      {[](RandomStream& s) { return s.uniform(); }, 0.5, 1.0 / 12.0},
      {[](RandomStream& s) { return s.normal(); }, 0.0, 1.0},
      {[](RandomStream& s) { return s.exponential(); }, 1.0, 1.0},
      {[](RandomStream& s) { return s.gamma(2.5); }, 2.5, 2.5},
      {[](RandomStream& s) { return s.gamma(0.4); }, 0.4, 0.4},
  }};
  for (const Case& c : cases) {
    double sum = 0.0;
    double sum_of_squares = 0.0;
    for (int i = 0; i < num_draws; ++i) {
      const double x = c.draw(stream);
      sum += x;
      sum_of_squares += (x - c.mean) * (x - c.mean);
    }
    EXPECT_NEAR(sum / num_draws, c.mean, 5.0 * std::sqrt(c.variance / num_draws));
    EXPECT_NEAR(sum_of_squares / num_draws / c.variance, 1.0, 0.03);
  }
}

TEST(RandomStream, NormalsHaveNormalTails) {
  RandomStream stream(5);
  int beyond_two = 0;
  for (int i = 0; i < 100000; ++i) beyond_two += std::abs(stream.normal()) > 2.0 ? 1 : 0;
  EXPECT_NEAR(beyond_two / 100000.0, 0.0455, 0.0035);
}

TEST(RandomStream, BelowIsUniform) {
  RandomStream stream(13);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts.at(stream.below(7));
  for (int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(stream.below(1), 0U);
}

}  // namespace
}  // namespace craggy
