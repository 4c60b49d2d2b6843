// Points of a space that are not to be suggested again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <craggy/space/space.hpp>

namespace craggy {

class PointSet {
 public:
  PointSet() = default;
  explicit PointSet(std::span<const std::vector<double>> points) : points_(points.begin(), points.end()) {}

  std::size_t size() const { return points_.size(); }  // different points
  bool contains(const std::vector<double>& point) const { return points_.contains(point); }
  bool insert(const std::vector<double>& point) { return points_.insert(point).second; }  // whether it is new

  /// Whether the space has no other point.
  bool is_all_of(const Space& space) const {
    const std::optional<std::uint64_t> num_points = space.num_points();
    return num_points && points_.size() >= *num_points;
  }

 private:
  std::set<std::vector<double>> points_;
};

/// What a suggestion has to keep away from: all of `occupied`, but only of `pending` where the space has no
/// other point, and of nothing where those are all there are.
PointSet points_to_avoid(const Space& space, std::span<const std::vector<double>> occupied,
                         std::span<const std::vector<double>> pending);

/// All points of the space that are not in `occupied`, if the space is finite and there are at most `limit`
/// of them; else nothing.
std::optional<std::vector<std::vector<double>>> free_points(const Space& space, const PointSet& occupied,
                                                            std::uint64_t limit);

}  // namespace craggy
