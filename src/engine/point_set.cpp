#include "engine/point_set.hpp"

#include <algorithm>

namespace craggy {

PointSet points_to_avoid(const Space& space, std::span<const std::vector<double>> occupied,
                         std::span<const std::vector<double>> pending) {
  PointSet all(occupied);
  if (!all.is_all_of(space)) return all;
  PointSet running(pending);
  return running.is_all_of(space) ? PointSet() : running;
}

std::optional<std::vector<std::vector<double>>> free_points(const Space& space, const PointSet& occupied,
                                                            std::uint64_t limit) {
  const std::optional<std::uint64_t> num_points = space.num_points();
  if (!num_points || *num_points > limit + occupied.size()) return std::nullopt;
  std::vector<std::vector<double>> points = space.points(*num_points);
  std::erase_if(points, [&](const std::vector<double>& point) { return occupied.contains(point); });
  return points;
}

}  // namespace craggy
