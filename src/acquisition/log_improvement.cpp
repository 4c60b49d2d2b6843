#include "acquisition/log_improvement.hpp"

#include <cmath>

#include "base/special_functions.hpp"

namespace craggy {
namespace {

// r(t) = 1/(t + 2/(t + 3/(t + …))), t ≥ 5, from its tail upwards. Full double precision needs 27 terms at t =
// 5, 14 at t = 10 and 5 at t = 100.
double continued_fraction(double t) {
  double fraction = 0.0;
  for (int k = 5 + static_cast<int>(120.0 / t); k >= 1; --k) fraction = k / (t + fraction);
  return fraction;
}

}  // namespace

// Where z is not far below 0, h is computed as it stands: at z = −5 the two terms cancel to a 28th, which
// costs less than two digits. Further below, write t = −z and Φ(−t)/φ(t) = 1/(t + r), r = 1/(t + 2/(t + 3/(t
// + …))) [DLMF 7.9]. Then
//   h/φ = 1 − t/(t + r) = r/(t + r)   and   Φ/h = 1/r,
// and nothing cancels at all.
LogImprovement log_standard_improvement(double z) {
  constexpr double far_below = -5.0;
  if (!(z < far_below)) {  // also NaN, which stays NaN
    const double cdf = normal_cdf(z);
    const double h = std::exp(-0.5 * z * z - half_log_two_pi) + z * cdf;
    return {std::log(h), cdf / h};
  }
  const double r = continued_fraction(-z);
  return {-0.5 * z * z - half_log_two_pi - std::log1p(-z / r), 1.0 / r};
}

}  // namespace craggy
