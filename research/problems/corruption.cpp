#include "problems/corruption.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace craggy::problems {
namespace {

double fraction(double value) { return value - std::floor(value); }

// From −1 at every whole turn up to 1 just before the next.
double sawtooth(double turns) { return 2.0 * fraction(turns) - 1.0; }

}  // namespace

double corruption(double u, const CorruptionWeights& weights) {
  // The listing multiplies by a·b with a = ±1 and b = (1 + a)/2, which is 1 where a = 1 and 0 elsewhere.
  if (fraction(4.0 * u) >= 0.5) return 0.0;
  return weights[0] * sawtooth(0.15 + 15.0 * u) + weights[1] * sawtooth(10.0 * u) +
         weights[2] * sawtooth(0.5 + 30.0 * u) + weights[3] * sawtooth(0.25 + 40.0 * u);
}

Objective corrupted(Objective objective, std::vector<Bounds> domain, double f_min, double f_max,
                    const CorruptionWeights& weights) {
  return [objective = std::move(objective), domain = std::move(domain), range = f_max - f_min,
          weights](std::span<const double> x) {
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double u = (x[j] - domain[j].low) / (domain[j].high - domain[j].low);
      highest = std::max(highest, corruption(u, weights));
    }
    return objective(x) + range * highest;
  };
}

}  // namespace craggy::problems
