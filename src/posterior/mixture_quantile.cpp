#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/base/special_functions.hpp>
#include <craggy/posterior/mixture_quantile.hpp>

namespace craggy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Mixture {
  const ConstVectorRef& means;
  const ConstVectorRef& variances;
  const ConstVectorRef& weights;

  double sd(Index c) const { return std::sqrt(std::max(variances[c], std::numeric_limits<double>::min())); }
};

struct ExcessAndDensity {
  double excess;   // CDF − probability
  double density;  // its derivative
};

// Sums the tail that is the smaller one, so that probabilities near 1 are met as exactly as those near 0.
ExcessAndDensity excess_at(const Mixture& mixture, double x, double probability) {
  const double side = probability <= 0.5 ? 1.0 : -1.0;
  double tail = 0.0;
  double density = 0.0;
  for (Index c = 0; c < mixture.means.size(); ++c) {
    const double sd = mixture.sd(c);
    const double z = (x - mixture.means[c]) / sd;
    tail += mixture.weights[c] * normal_cdf(side * z);
    density += mixture.weights[c] * std::exp(-0.5 * z * z) / sd;
  }
  const double target = probability <= 0.5 ? probability : 1.0 - probability;
  return {side * (tail - target), density * 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2};
}

}  // namespace

// Newton steps on the CDF, kept inside a bracket; one that leaves the bracket, or does not halve the step
// before it, is replaced by a bisection. So a mixture of narrow and wide components costs more steps but
// never fails.
double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& variances,
                        const ConstVectorRef& weights, double probability) {
  if (!(probability > 0.0 && probability < 1.0))
    fail_argument("probability", fmt::format("{}", probability), "it has to be between 0 and 1");
  if (!means.allFinite() || !variances.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  constexpr double reach = 40.0;  // standard deviations: Φ(−40) is 0 in double precision
  constexpr int max_steps = 300;
  const Mixture mixture{means, variances, weights};
  double low = infinity;
  double high = -infinity;
  double smallest_sd = infinity;
  for (Index c = 0; c < means.size(); ++c) {
    const double sd = mixture.sd(c);
    low = std::min(low, means[c] - reach * sd);
    high = std::max(high, means[c] + reach * sd);
    smallest_sd = std::min(smallest_sd, sd);
  }
  double x = std::clamp(means.dot(weights), low, high);
  double last_step = high - low;
  for (int step = 0; step < max_steps; ++step) {
    const auto [excess, density] = excess_at(mixture, x, probability);
    if (excess == 0.0) return x;
    (excess < 0.0 ? low : high) = x;
    double next = x - excess / density;
    if (!(next > low && next < high && std::abs(next - x) <= 0.5 * last_step)) next = 0.5 * low + 0.5 * high;
    last_step = std::abs(next - x);
    x = next;
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    if (last_step <= 2.0 * epsilon * std::abs(x) + 1e-14 * smallest_sd) break;
  }
  return x;
}

}  // namespace craggy
