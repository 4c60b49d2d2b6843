#include <cmath>
#include <limits>

#include <craggy/linalg/simd_level.hpp>

#include "acquisition/lane_improvement.hpp"
#include "acquisition/log_improvement.hpp"
#include "acquisition/mixture_acquisition.hpp"
#include "base/check.hpp"
#include "posterior/conditioned_gp.hpp"

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

class LogExpectedImprovement final : public MixtureAcquisition {
 public:
  LogExpectedImprovement(const Posterior& posterior, double incumbent, SimdLevel level)
      : MixtureAcquisition(posterior), incumbent_(incumbent), improvement_(lane_improvement(level)) {}
  LogExpectedImprovement(const Posterior& posterior, Vector incumbents, SimdLevel level)
      : MixtureAcquisition(posterior),
        incumbents_(std::move(incumbents)),
        improvement_(lane_improvement(level)) {}

 private:
  double combine(const ConstVectorRef& means, const ConstVectorRef& variances, const ConstVectorRef& weights,
                 Slopes* slopes) const override {
    if (incumbents_.size() == 0) return combine_moments(means, variances, weights, slopes);
    return combine_moments(means - incumbents_, variances, weights, slopes);  // all over 0
  }

  double combine_moments(const ConstVectorRef& means, const ConstVectorRef& variances,
                         const ConstVectorRef& weights, Slopes* slopes) const {
    const double value = improvement_.log_mean(means.size(), means.data(), variances.data(), weights.data(),
                                               incumbent_, slopes != nullptr ? slopes->mean.data() : nullptr,
                                               slopes != nullptr ? slopes->variance.data() : nullptr);
    return std::isfinite(value) ? value : combine_one_by_one(means, variances, weights, slopes);
  }

  // For components that are infinitely bad or not numbers. log Σ_c w_c·EI_c, with log EI_c = log sd_c + log
  // h(z_c). In the slopes, each component counts by its share of the sum.
  double combine_one_by_one(const ConstVectorRef& means, const ConstVectorRef& variances,
                            const ConstVectorRef& weights, Slopes* slopes) const {
    double largest = minus_infinity;
    for (Index c = 0; c < means.size(); ++c) {
      const double log_term = log_term_at(means[c], variances[c], weights[c]).value;
      if (!(log_term <= largest)) largest = log_term;
      if (std::isnan(log_term)) break;
    }
    double sum = 0.0;
    for (Index c = 0; c < means.size() && std::isfinite(largest); ++c)
      sum += std::exp(log_term_at(means[c], variances[c], weights[c]).value - largest);
    const double value = std::isfinite(largest) ? largest + std::log(sum) : largest;
    for (Index c = 0; c < means.size() && slopes != nullptr; ++c) {
      const LogTerm term = log_term_at(means[c], variances[c], weights[c]);
      const double share = std::isfinite(value) ? std::exp(term.value - value) : 0.0;
      slopes->mean[c] = share > 0.0 ? share * term.d_mean : 0.0;
      slopes->variance[c] = share > 0.0 ? share * term.d_variance : 0.0;
    }
    return value;
  }

  struct LogTerm {
    double value;  // log(w·EI)
    double d_mean;
    double d_variance;
  };

  LogTerm log_term_at(double mean, double variance, double weight) const {
    const double sd = std::sqrt(variance);
    const double z = (incumbent_ - mean) / sd;
    const LogImprovement h = log_standard_improvement(z);
    // d/dsd (log sd + log h(z)) = (1 − z·slope)/sd, and d sd/d variance = 1/(2·sd).
    return {std::log(weight * sd) + h.value, -h.slope / sd, 0.5 * (1.0 - z * h.slope) / variance};
  }

  double incumbent_ = 0.0;
  Vector incumbents_;  // of the components, or none
  const LaneImprovement& improvement_;
};

}  // namespace

std::unique_ptr<Acquisition> log_expected_improvement(const Posterior& posterior, double incumbent,
                                                      SimdLevel level) {
  check_finite("incumbent", incumbent);
  return std::make_unique<LogExpectedImprovement>(posterior, incumbent, level);
}

std::unique_ptr<Acquisition> log_expected_improvement(const Posterior& posterior, Vector incumbents,
                                                      SimdLevel level) {
  check_size("the incumbents", static_cast<std::size_t>(incumbents.size()),
             static_cast<std::size_t>(posterior.num_components()));
  for (const double incumbent : incumbents) check_finite("incumbent", incumbent);
  return std::make_unique<LogExpectedImprovement>(posterior, std::move(incumbents), level);
}

}  // namespace craggy
