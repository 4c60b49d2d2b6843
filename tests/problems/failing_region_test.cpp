#include "problems/failing_region.hpp"

#include <map>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"

namespace craggy::problems {
namespace {

TEST(FailingRegion, EveryShapeFailsInPartOfTheCube) {
  // From and up to which share.
  const std::map<std::string, std::pair<double, double>> shares = {
      {"none", {0.0, 0.0}},   {"half_space", {0.18, 0.35}}, {"oblique", {0.18, 0.35}},
      {"corner", {0.2, 0.3}}, {"ball", {0.01, 0.4}},        {"strip", {0.03, 0.2}},
      {"disc", {0.03, 0.4}},  {"anywhere", {0.15, 0.25}},   {"behind_constraint", {0.08, 0.12}},
  };
  ASSERT_EQ(shares.size(), FailingRegion::shapes().size());
  for (const std::string& shape : FailingRegion::shapes())
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const Landscape landscape(2, seed);
      const FailingRegion region(shape, landscape, seed);
      RandomStream stream(9);
      double share = 0.0;
      constexpr int count = 4000;
      for (int i = 0; i < count; ++i)
        if (region.fails(std::vector{stream.uniform(), stream.uniform()})) share += 1.0 / count;
      EXPECT_GE(share, shares.at(shape).first) << shape << ' ' << seed;
      EXPECT_LE(share, shares.at(shape).second) << shape << ' ' << seed;
    }
}

TEST(FailingRegion, TheDiscHasTheLowestValueJustInside) {
  const Landscape landscape(2, 4);
  const FailingRegion disc("disc", landscape, 4);
  EXPECT_TRUE(disc.fails(landscape.lowest().x));
  EXPECT_FALSE(FailingRegion("ball", landscape, 4).fails(landscape.lowest().x));
}

TEST(FailingRegion, BehindAConstraintThatIsBrokenAnyway) {
  const FailingRegion region("behind_constraint", Landscape(2, 1), 1);
  EXPECT_TRUE(region.has_constraint());
  EXPECT_TRUE(region.fails(std::vector{0.05, 0.5}));
  EXPECT_FALSE(region.fails(std::vector{0.3, 0.5}));
  EXPECT_GT(region.constraint(std::vector{0.3, 0.5}), 0.0);
  EXPECT_LE(region.constraint(std::vector{0.6, 0.5}), 0.0);
}

TEST(FailingRegion, RefusesOtherShapes) {
  EXPECT_THROW(FailingRegion("halfspace", Landscape(2, 1), 1), InvalidArgument);
}

}  // namespace
}  // namespace craggy::problems
