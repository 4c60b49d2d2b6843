#include "acquisition/feasibility.hpp"

#include <cmath>
#include <limits>

#include "acquisition/mixture_acquisition.hpp"
#include "base/check.hpp"
#include "base/special_functions.hpp"

namespace craggy {
namespace {

// d log Φ(z)/dz = φ(z)/Φ(z). Far below 0 it tends to −z·(1 + 1/z²), where the quotient would be lost in the
// rounding of z².
double slope_of_log_cdf(double z, double log_cdf) {
  constexpr double far_below = -1e4;
  if (z < far_below) return -z - 1.0 / z;
  return std::exp(-0.5 * z * z - half_log_two_pi - log_cdf);
}

class LogFeasibility final : public MixtureAcquisition {
 public:
  LogFeasibility(const Posterior& posterior, Vector weights)
      : MixtureAcquisition(posterior), weights_(std::move(weights)) {}

 private:
  // log Σ_c w_c·Φ(z_c), z_c = −mean_c/sd_c, relative to the largest term.
  double combine(const ConstVectorRef& means, const ConstVectorRef& variances, const ConstVectorRef& /*all*/,
                 Slopes* slopes) const override {
    Vector log_terms(means.size());
    for (Index c = 0; c < means.size(); ++c)
      log_terms[c] = std::log(weights_[c]) + log_normal_cdf(-means[c] / std::sqrt(variances[c]));
    const double largest = log_terms.maxCoeff();
    if (!std::isfinite(largest)) return largest;
    const double value = largest + std::log((log_terms.array() - largest).exp().sum());
    for (Index c = 0; c < means.size() && slopes != nullptr; ++c) {
      const double share = std::exp(log_terms[c] - value);
      if (!(share > 0.0)) continue;
      const double sd = std::sqrt(variances[c]);
      const double z = -means[c] / sd;
      const double slope = share * slope_of_log_cdf(z, log_normal_cdf(z));
      slopes->mean[c] = -slope / sd;
      slopes->variance[c] = -0.5 * slope * z / variances[c];
    }
    return value;
  }

  Vector weights_;
};

}  // namespace

std::unique_ptr<Acquisition> log_feasibility(const Posterior& posterior) {
  return std::make_unique<LogFeasibility>(posterior, posterior.weights());
}

std::unique_ptr<Acquisition> log_feasibility(const Posterior& posterior, Vector weights) {
  check_size("the weights", static_cast<std::size_t>(weights.size()),
             static_cast<std::size_t>(posterior.num_components()));
  for (const double weight : weights) check_non_negative("weight", weight);
  check_positive("the sum of the weights", weights.sum());
  weights /= weights.sum();
  return std::make_unique<LogFeasibility>(posterior, std::move(weights));
}

}  // namespace craggy
