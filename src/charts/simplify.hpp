// Fewer points for the same curve: files stay small.
#pragma once

#include <vector>

namespace craggy::charts {

struct Point {
  double x = 0.0;
  double y = 0.0;
  bool operator==(const Point&) const = default;
};

/// A subset of the points, first and last included, such that every point that was left out is within
/// `tolerance` of the segment between its neighbours that were kept [DouglasPeucker1973].
std::vector<Point> simplified(const std::vector<Point>& points, double tolerance);

}  // namespace craggy::charts
