#include "engine/objective_map.hpp"

#include <algorithm>
#include <cmath>

#include "posterior/raw_scale.hpp"

namespace craggy {

double ObjectiveMap::excess(double y) const {
  return std::min((y / unit_ - knee_) / spread_, std::numeric_limits<double>::max());
}

double ObjectiveMap::forward(double y) const {
  if (keeps(y)) return y;
  return unit_ * (knee_ + spread_ * std::log1p(std::log1p(excess(y))));
}

double ObjectiveMap::slope(double y) const {
  if (keeps(y)) return 1.0;
  const double e = excess(y);
  return 1.0 / ((1.0 + e) * (1.0 + std::log1p(e)));
}

// What the map keeps is the same on both sides.
double ObjectiveMap::inverse(double warped) const {
  if (keeps(warped)) return warped;
  const double e = std::expm1(std::expm1((warped / unit_ - knee_) / spread_));
  return saturated(unit_ * (knee_ + spread_ * e));
}

ObjectiveMap::Moments ObjectiveMap::inverse_moments(double mean, double sd) const {
  if (is_identity()) return {mean, sd};
  return {inverse(mean), 0.5 * inverse(saturated(mean + sd)) - 0.5 * inverse(saturated(mean - sd))};
}

}  // namespace craggy
