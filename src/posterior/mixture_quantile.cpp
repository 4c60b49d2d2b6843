#include "posterior/mixture_quantile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/special_functions.hpp"

namespace craggy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Mixture {
  Mixture(const ConstVectorRef& all_means, const ConstVectorRef& variances, const ConstVectorRef& all_weights,
          Index stride)
      : means(all_means(Eigen::seq(0, Eigen::last, stride))),
        sds(variances(Eigen::seq(0, Eigen::last, stride))
                .cwiseMax(std::numeric_limits<double>::min())
                .cwiseSqrt()),
        weights(all_weights(Eigen::seq(0, Eigen::last, stride))) {
    if (stride > 1) weights /= weights.sum();
  }
  Vector means, sds, weights;
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
    const double sd = mixture.sds[c];
    const double z = (x - mixture.means[c]) / sd;
    tail += mixture.weights[c] * normal_cdf(side * z);
    density += mixture.weights[c] * std::exp(-0.5 * z * z) / sd;
  }
  const double target = probability <= 0.5 ? probability : 1.0 - probability;
  return {side * (tail - target), density * 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2};
}

// Newton steps on the CDF, kept inside a bracket; one that leaves the bracket, or does not halve the step
// before it, is replaced by a bisection. So a mixture of narrow and wide components costs more steps but
// never fails.
double solve(const Mixture& mixture, double probability, double start) {
  constexpr double reach = 40.0;  // standard deviations: Φ(−40) is 0 in double precision
  constexpr int max_steps = 300;
  double low = infinity;
  double high = -infinity;
  double smallest_sd = infinity;
  for (Index c = 0; c < mixture.means.size(); ++c) {
    const double sd = mixture.sds[c];
    low = std::min(low, mixture.means[c] - reach * sd);
    high = std::max(high, mixture.means[c] + reach * sd);
    smallest_sd = std::min(smallest_sd, sd);
  }
  double x = std::clamp(start, low, high);
  double last_step = high - low;
  for (int step = 0; step < max_steps; ++step) {
    const auto [excess, density] = excess_at(mixture, x, probability);
    if (excess == 0.0) return x;
    (excess < 0.0 ? low : high) = x;
    double next = x - excess / density;
    const bool is_newton = next > low && next < high && std::abs(next - x) <= 0.5 * last_step;
    if (!is_newton) next = 0.5 * low + 0.5 * high;
    last_step = std::abs(next - x);
    x = next;
    if (is_newton && last_step <= 1e-8 * smallest_sd) break;  // squared, that is the error which is left
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    if (last_step <= 2.0 * epsilon * std::abs(x) + 1e-14 * smallest_sd) break;
  }
  return x;
}

}  // namespace

double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& variances,
                        const ConstVectorRef& weights, double probability) {
  if (!(probability > 0.0 && probability < 1.0))
    fail_argument("probability", fmt::format("{}", probability), "it has to be between 0 and 1");
  throw_if_stopped();
  if (!means.allFinite() || !variances.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double start = means.dot(weights);
  // The quantile of every eighth component is near that of all, and most steps go into getting near.
  constexpr Index stride = 8;
  if (means.size() >= 32 * stride)
    start = solve(Mixture(means, variances, weights, stride), probability, start);
  return solve(Mixture(means, variances, weights, 1), probability, start);
}

}  // namespace craggy
