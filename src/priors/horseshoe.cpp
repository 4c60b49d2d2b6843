#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "base/random.hpp"
#include "priors/log_scale_prior.hpp"
#include "priors/logistic.hpp"
#include "priors/scalar_prior.hpp"

namespace craggy::priors {
namespace {

// p(v) = log(1 + c²/v²)/(π·c) with c = √3·scale. With t = log(c²/v²): log p(u) = log softplus(t) − t/2 − log
// π.
class Horseshoe final : public LogScalePrior {
 public:
  explicit Horseshoe(double scale) : log_c_(std::log(check_positive("scale", scale)) + 0.5 * std::log(3.0)) {}

  ValueAndDerivative log_density(double u) const override {
    const double t = 2.0 * (log_c_ - u);
    // Far out softplus(t) = e^t·(1 − e^t/2 + …), which is e^t in double precision; e^t itself would
    // underflow.
    if (t < -40.0) return {.value = 0.5 * t - log_pi, .derivative = -1.0};
    const double log_term = softplus(t);
    return {.value = std::log(log_term) - 0.5 * t - log_pi, .derivative = 1.0 - 2.0 * sigmoid(t) / log_term};
  }

  // log(1 + 1/x²) = ∫₀¹ dt/(x² + t) makes v/c a half-Cauchy whose scale √t is uniform on (0, 1): exact, and
  // without inverting the distribution function.
  double sample(RandomStream& stream) const override {
    const double log_uniform_scale = std::log(stream.uniform());
    return log_c_ + log_uniform_scale + std::log(std::tan(0.5 * std::numbers::pi * stream.uniform()));
  }

 private:
  static constexpr double log_pi = 1.1447298858494002;
  double log_c_;
};

}  // namespace

ScalarPriorPtr horseshoe(double scale) { return std::make_shared<Horseshoe>(scale); }

}  // namespace craggy::priors
