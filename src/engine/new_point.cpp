#include "engine/new_point.hpp"

#include <algorithm>
#include <limits>

#include "base/random.hpp"

namespace craggy {
namespace {

constexpr double first_step = 1e-4;  // in the unit cube: near enough to keep what the acquisition wanted
constexpr double growth = 1.5;
constexpr int max_tries = 64;
constexpr std::uint64_t max_listed = 1'000'000;  // points of a space that may be gone through

constexpr int num_candidates = 8;  // enough to keep away, too few to go to the corners of the cube only

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t q = 0; q < a.size(); ++q) sum += (a[q] - b[q]) * (a[q] - b[q]);
  return sum;
}

}  // namespace

std::vector<double> new_point(const Space& space, const std::vector<double>& unit,
                              std::span<const std::vector<double>> occupied, RandomStream& stream) {
  const auto is_new = [&](const std::vector<double>& values) {
    return std::find(occupied.begin(), occupied.end(), values) == occupied.end();
  };
  std::vector<double> values = space.decode(unit);
  if (is_new(values)) return values;
  double step = first_step;
  for (int i = 0; i < max_tries; ++i, step = std::min(1.0, step * growth)) {
    std::vector<double> moved = unit;
    for (double& coordinate : moved) coordinate = std::clamp(coordinate + step * stream.normal(), 0.0, 1.0);
    std::vector<double> moved_values = space.decode(moved);
    if (is_new(moved_values)) return moved_values;
  }
  return values;
}

std::vector<double> away_from(const Space& space, std::vector<double> shares,
                              std::span<const std::vector<double>> occupied, RandomStream& stream) {
  std::vector<std::vector<double>> taken;
  taken.reserve(occupied.size());
  for (const std::vector<double>& values : occupied) taken.push_back(space.encode(values));
  const auto distance_to_nearest = [&](const std::vector<double>& candidate) {
    const std::vector<double> there = space.encode(space.pick(candidate));
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& point : taken)
      nearest = std::min(nearest, squared_distance(there, point));
    return nearest;
  };
  double farthest = distance_to_nearest(shares);
  for (int i = 1; i < num_candidates; ++i) {
    std::vector<double> candidate(shares.size());
    for (double& share : candidate) share = stream.uniform();
    const double distance = distance_to_nearest(candidate);
    if (distance <= farthest) continue;
    farthest = distance;
    shares = std::move(candidate);
  }
  return shares;
}

std::vector<double> free_point(const Space& space, const std::vector<double>& values,
                               const PointSet& occupied, RandomStream& stream) {
  if (!occupied.contains(values)) return values;
  std::vector<double> shares(space.size());
  for (int i = 0; i < max_tries; ++i) {
    for (double& share : shares) share = stream.uniform();
    std::vector<double> other = space.pick(shares);
    if (!occupied.contains(other)) return other;
  }
  const auto left = free_points(space, occupied, max_listed);
  return left && !left->empty() ? (*left)[stream.below(left->size())] : values;
}

}  // namespace craggy
