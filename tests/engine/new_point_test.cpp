#include "engine/new_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy {
namespace {

using Points = std::vector<std::vector<double>>;

TEST(NewPoint, IsThePointItselfIfThatIsFree) {
  const Space space{{"x", Float{-10, 10}}, {"y", Float{0, 1}}};
  RandomStream stream(1);
  const Points occupied = {{0.0, 0.25}, {5.0, 0.5}};
  EXPECT_EQ(new_point(space, {0.5, 0.5}, occupied, stream), (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ(new_point(space, {0.5, 0.5}, {}, stream), (std::vector<double>{0.0, 0.5}));
}

TEST(NewPoint, IsNearIfThePointIsTaken) {
  const Space space{{"x", Float{-10, 10}}, {"y", Float{0, 1}}};
  for (const std::vector<double>& unit : Points{{0.5, 0.5}, {0.0, 0.0}, {1.0, 1.0}, {1.0, 0.0}}) {
    RandomStream stream(2);
    Points occupied;
    for (int i = 0; i < 50; ++i) {
      const std::vector<double> values = new_point(space, unit, occupied, stream);
      space.check(values);
      EXPECT_EQ(std::find(occupied.begin(), occupied.end(), values), occupied.end());
      const std::vector<double> encoded = space.encode(values);
      for (std::size_t q = 0; q < unit.size(); ++q) EXPECT_NEAR(encoded[q], unit[q], 5e-3);
      occupied.push_back(values);
    }
  }
}

TEST(NewPoint, GoesFurtherWhereNeighboursRoundToTheSameValues) {
  // 1 and its four successors: steps below a quarter of the domain do not leave the first value.
  const double grain = std::numeric_limits<double>::epsilon();
  const Space space{{"x", Float{1.0, 1.0 + 4 * grain}}};
  RandomStream stream(3);
  Points occupied;
  for (int i = 0; i < 5; ++i) {
    const std::vector<double> values = new_point(space, {0.0}, occupied, stream);
    EXPECT_EQ(std::find(occupied.begin(), occupied.end(), values), occupied.end()) << i;
    occupied.push_back(values);
  }
  // All five are taken: there is nothing new to give.
  EXPECT_EQ(new_point(space, {0.0}, occupied, stream), (std::vector<double>{1.0}));
}

TEST(NewPoint, AwayFromWhatIsOccupiedIsTheFarthestOfAFew) {
  const Space space{{"x", Float{0.0, 10.0}}, {"kind", Categorical{{"a", "b"}}}};
  const std::vector<std::vector<double>> occupied = {{2.0, 0.0}, {4.0, 0.0}};
  RandomStream stream(5);
  double mean = 0.0;
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> point = space.pick(away_from(space, {0.3, 0.2}, occupied, stream));
    mean += point[1] / 200;  // the other category is farther than anything
  }
  EXPECT_GT(mean, 0.95);
  // It stays if it is farther than the others.
  const std::vector<double> far = {1.0, 0.9};
  EXPECT_EQ(away_from(space, far, occupied, stream), far);
}

TEST(FreePoint, IsThePointItselfOrAnyOtherThatIsFree) {
  const Space space{{"n", Int{1, 3}}, {"flag", Bool{}}};
  RandomStream stream(4);
  PointSet occupied;
  for (int i = 0; i < 6; ++i) {
    const std::vector<double> values = free_point(space, {1, 0}, occupied, stream);
    space.check(values);
    EXPECT_TRUE(i > 0 || values == (std::vector<double>{1, 0}));
    EXPECT_TRUE(occupied.insert(values));
  }
  EXPECT_EQ(free_point(space, {1, 0}, occupied, stream), (std::vector<double>{1, 0}));
}

TEST(FreePoint, FindsTheLastOneOfMany) {
  const Space space{{"n", Int{1, 20000}}};
  PointSet occupied;
  for (const std::vector<double>& point : space.points(20000))
    if (point[0] != 12345) occupied.insert(point);
  RandomStream stream(4);
  EXPECT_EQ(free_point(space, {1}, occupied, stream), std::vector<double>{12345});
}

}  // namespace
}  // namespace craggy
