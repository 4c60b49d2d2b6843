#include <algorithm>

#include <craggy/engine/new_point.hpp>

namespace craggy {
namespace {

constexpr double first_step = 1e-4;  // in the unit cube: near enough to keep what the acquisition wanted
constexpr double growth = 1.5;
constexpr int max_tries = 64;

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

}  // namespace craggy
