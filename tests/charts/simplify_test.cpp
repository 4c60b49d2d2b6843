#include "charts/simplify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy::charts {
namespace {

// By trying many points of the segment.
double naive_distance(const Point& p, const Point& a, const Point& b) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 2000; ++i) {
    const double t = i / 2000.0;
    nearest = std::min(nearest, std::hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y)));
  }
  return nearest;
}

TEST(Simplified, KeepsCornersAndDropsWhatLiesBetween) {
  std::vector<Point> points;
  for (int i = 0; i <= 10; ++i) points.push_back({static_cast<double>(i), 0.0});
  for (int i = 1; i <= 10; ++i) points.push_back({10.0, static_cast<double>(i)});
  EXPECT_EQ(simplified(points, 0.01), (std::vector<Point>{{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0}}));
}

TEST(Simplified, LeavesNoPointFartherThanTheTolerance) {
  RandomStream stream(3);
  std::vector<Point> points;
  double y = 0.0;
  for (int i = 0; i < 200; ++i) {
    y += 0.3 * stream.normal();
    points.push_back({static_cast<double>(i), y});
  }
  const double tolerance = 0.5;
  const std::vector<Point> kept = simplified(points, tolerance);
  EXPECT_LT(kept.size(), points.size());
  EXPECT_EQ(kept.front(), points.front());
  EXPECT_EQ(kept.back(), points.back());
  std::size_t segment = 0;
  for (const Point& point : points) {
    while (segment + 2 < kept.size() && kept[segment + 1].x < point.x) ++segment;
    EXPECT_LE(naive_distance(point, kept[segment], kept[segment + 1]), tolerance + 1e-3);
  }
}

TEST(Simplified, TakesWhatIsTooShortAsItIs) {
  EXPECT_TRUE(simplified({}, 1.0).empty());
  EXPECT_EQ(simplified({{1.0, 2.0}}, 1.0).size(), 1U);
  EXPECT_EQ(simplified({{1.0, 2.0}, {1.0, 2.0}}, 1.0).size(), 2U);
  // A closed curve: its ends are the same point.
  EXPECT_EQ(simplified({{0.0, 0.0}, {5.0, 5.0}, {0.0, 0.0}}, 1.0).size(), 3U);
}

}  // namespace
}  // namespace craggy::charts
