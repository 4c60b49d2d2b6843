#include <cmath>
#include <limits>

#include <craggy/acquisition/log_improvement.hpp>
#include <craggy/acquisition/mixture_acquisition.hpp>
#include <craggy/base/check.hpp>

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

class LogExpectedImprovement final : public MixtureAcquisition {
 public:
  LogExpectedImprovement(const Posterior& posterior, double incumbent)
      : MixtureAcquisition(posterior), incumbent_(incumbent) {}

 private:
  // log Σ_c w_c·EI_c, with log EI_c = log sd_c + log h(z_c). In the slopes, each component counts by its
  // share of the sum.
  double combine(const ConstVectorRef& means, const ConstVectorRef& variances, const ConstVectorRef& weights,
                 Slopes* slopes) const override {
    // The sum is kept relative to the largest term so far.
    double largest = minus_infinity;
    double sum = 0.0;
    for (Index c = 0; c < means.size(); ++c) {
      const double log_term = log_term_at(means[c], variances[c], weights[c]).value;
      if (std::isnan(log_term)) return log_term;
      if (log_term > largest) {
        sum = sum * std::exp(largest - log_term) + 1.0;
        largest = log_term;
      } else if (log_term > minus_infinity) {
        sum += std::exp(log_term - largest);
      }
    }
    const double value = largest == minus_infinity ? minus_infinity : largest + std::log(sum);
    if (slopes != nullptr && std::isfinite(value)) {
      for (Index c = 0; c < means.size(); ++c) {
        const LogTerm term = log_term_at(means[c], variances[c], weights[c]);
        const double share = std::exp(term.value - value);
        slopes->mean[c] = share * term.d_mean;
        slopes->variance[c] = share * term.d_variance;
      }
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

  double incumbent_;
};

}  // namespace

std::unique_ptr<Acquisition> log_expected_improvement(const Posterior& posterior, double incumbent) {
  check_finite("incumbent", incumbent);
  return std::make_unique<LogExpectedImprovement>(posterior, incumbent);
}

}  // namespace craggy
