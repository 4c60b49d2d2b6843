#include "engine/point_set.hpp"

#include <gtest/gtest.h>

namespace craggy {
namespace {

using Points = std::vector<std::vector<double>>;

const Space six_points{{"n", Int{1, 3}}, {"flag", Bool{}}};

TEST(PointSet, CountsDifferentPoints) {
  PointSet points(Points{{1, 0}, {2, 1}, {1, 0}, {-0.0, 0}, {0.0, 0}});
  EXPECT_EQ(points.size(), 3u);
  EXPECT_TRUE(points.contains({2, 1}));
  EXPECT_FALSE(points.contains({2, 0}));
  EXPECT_TRUE(points.insert({2, 0}));
  EXPECT_FALSE(points.insert({2, 0}));
}

TEST(PointSet, KnowsWhenItIsTheWholeSpace) {
  PointSet points;
  for (const std::vector<double>& point : six_points.points(6)) {
    EXPECT_FALSE(points.is_all_of(six_points));
    points.insert(point);
  }
  EXPECT_TRUE(points.is_all_of(six_points));
  EXPECT_FALSE(points.is_all_of(Space{{"x", Float{0, 1}}}));
}

TEST(FreePoints, AreTheOthersIfThereAreFew) {
  const PointSet occupied(Points{{1, 0}, {2, 1}});
  EXPECT_EQ(free_points(six_points, occupied, 4), (Points{{1, 1}, {2, 0}, {3, 0}, {3, 1}}));
  EXPECT_EQ(free_points(six_points, occupied, 3), std::nullopt);
  EXPECT_EQ(free_points(six_points, PointSet(six_points.points(6)), 0), Points{});
  EXPECT_EQ(free_points(Space{{"x", Float{0, 1}}}, occupied, 1000), std::nullopt);
}

TEST(PointsToAvoid, InASpaceThatIsExhaustedAreTheRunningOnes) {
  const Points all = six_points.points(6);
  const Points pending = {{1, 0}, {3, 1}};
  EXPECT_EQ(points_to_avoid(six_points, std::span(all).first(5), pending).size(), 5u);
  EXPECT_EQ(points_to_avoid(six_points, all, pending).size(), 2u);
  EXPECT_EQ(points_to_avoid(six_points, all, all).size(), 0u);
}

}  // namespace
}  // namespace craggy
