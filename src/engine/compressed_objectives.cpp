#include "engine/compressed_objectives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace craggy {
namespace {

// Of normally distributed values next to none is that high.
constexpr double width_in_medians = 3.0;
// By then a search has looked around.
constexpr Index first_look = 10;

// The largest median of the first so many values. A search that has found something stays there, and the
// median of everything would follow it down.
double largest_median(const Vector& values) {
  double largest = -std::numeric_limits<double>::infinity();
  std::vector<double> sorted;
  sorted.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) {
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), value), value);
    const Index count = std::ssize(sorted);
    if (count >= std::min(first_look, values.size()))
      largest = std::max(largest, sorted[static_cast<std::size_t>((count - 1) / 2)]);
  }
  return largest;
}

}  // namespace

CompressedObjectives compressed(const ConstVectorRef& objectives) {
  CompressedObjectives result{objectives, Vector::Ones(objectives.size())};
  const double largest = objectives.cwiseAbs().maxCoeff();
  if (largest == 0.0) return result;
  // In units of the largest, differences of values near ±1e308 do not overflow.
  const Vector scaled = objectives / largest;
  const double lowest = scaled.minCoeff();
  const double spread = width_in_medians * (largest_median(scaled) - lowest);
  if (spread <= 0.0) return result;
  const double knee = lowest + spread;
  if (scaled.maxCoeff() <= knee) return result;
  result.map = ObjectiveMap(largest, knee, spread);
  for (Index n = 0; n < scaled.size(); ++n) {
    result.values[n] = result.map.forward(objectives[n]);
    result.slopes[n] = result.map.slope(objectives[n]);
  }
  return result;
}

}  // namespace craggy
