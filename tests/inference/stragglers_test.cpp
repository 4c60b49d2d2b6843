#include "inference/stragglers.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace craggy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<TakeOver> gathered(const std::vector<double>& log_densities, Index num_chains) {
  return gather_stragglers(log_densities, num_chains, 10.0).value();
}

TEST(Stragglers, ChainsThatKeepUpAreLeftAlone) {
  EXPECT_TRUE(gathered({-3.0, -1.0, -11.0}, 3).empty());
  EXPECT_TRUE(gathered({-5.0}, 1).empty());
}

TEST(Stragglers, TheOthersResumeFromTheLeadersInTurn) {
  const std::vector<TakeOver> expected = {{0, 1}, {2, 3}, {4, 1}};
  EXPECT_EQ(gathered({-11.1, -1.0, -infinity, -2.0, NAN}, 5), expected);
}

TEST(Stragglers, ABestLogDensityMayBePositiveOrFarBelow) {
  EXPECT_EQ(gathered({1e6, 1e6 - 10.5}, 2), (std::vector<TakeOver>{{1, 0}}));
  EXPECT_EQ(gathered({-1e6, -1e6 - 10.5}, 2), (std::vector<TakeOver>{{1, 0}}));
}

// They repeat a chain, and may have failed where it did; they are no chains to follow.
TEST(Stragglers, LanesWithoutAChainFollowAndDoNotLead) {
  EXPECT_EQ(gathered({-2.0, -30.0, -30.0, 50.0}, 2), (std::vector<TakeOver>{{1, 0}, {2, 0}}));
}

TEST(Stragglers, WhereNoChainIsAnywhereNobodyLeads) {
  EXPECT_EQ(gather_stragglers(std::vector<double>{-infinity, NAN}, 2, 10.0), std::nullopt);
  EXPECT_EQ(gather_stragglers(std::vector<double>{-infinity, -1.0}, 1, 10.0), std::nullopt);
}

}  // namespace
}  // namespace craggy
