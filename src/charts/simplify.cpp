#include "charts/simplify.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace craggy::charts {
namespace {

double distance_from_segment(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double squared_length = dx * dx + dy * dy;
  const double along = squared_length > 0.0
                           ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared_length, 0.0, 1.0)
                           : 0.0;
  return std::hypot(p.x - (a.x + along * dx), p.y - (a.y + along * dy));
}

}  // namespace

std::vector<Point> simplified(const std::vector<Point>& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> stretches = {{0, points.size() - 1}};
  while (!stretches.empty()) {
    const auto [first, last] = stretches.back();
    stretches.pop_back();
    double farthest = tolerance;
    std::size_t split = 0;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distance_from_segment(points[i], points[first], points[last]);
      if (distance > farthest) {
        farthest = distance;
        split = i;
      }
    }
    if (split == 0) continue;
    kept[split] = true;
    stretches.emplace_back(first, split);
    stretches.emplace_back(split, last);
  }
  std::vector<Point> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) result.push_back(points[i]);
  return result;
}

}  // namespace craggy::charts
