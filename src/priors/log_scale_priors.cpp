#include <cmath>

#include "base/check.hpp"
#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "priors/log_gamma_draw.hpp"
#include "priors/log_scale_prior.hpp"
#include "priors/scalar_prior.hpp"

namespace craggy::priors {
namespace {

// With t = log(scale / value): log p(u) = shape·t − e^t − log Γ(shape).
class InverseGamma final : public LogScalePrior {
 public:
  InverseGamma(double shape, double scale)
      : shape_(check_positive("shape", shape)),
        log_scale_(std::log(check_positive("scale", scale))),
        log_gamma_of_shape_(log_gamma(shape)) {}

  ValueAndDerivative log_density(double u) const override {
    const double t = log_scale_ - u;
    const double exp_t = std::exp(t);
    return {.value = shape_ * t - exp_t - log_gamma_of_shape_, .derivative = exp_t - shape_};
  }
  double sample(RandomStream& stream) const override { return log_scale_ - log_gamma_draw(stream, shape_); }

 private:
  double shape_;
  double log_scale_;
  double log_gamma_of_shape_;
};

// With t = log(value / mean): log p(u) = t − e^t.
class Exponential final : public LogScalePrior {
 public:
  explicit Exponential(double mean) : log_mean_(std::log(check_positive("mean", mean))) {}

  ValueAndDerivative log_density(double u) const override {
    const double t = u - log_mean_;
    const double exp_t = std::exp(t);
    return {.value = t - exp_t, .derivative = 1.0 - exp_t};
  }
  double sample(RandomStream& stream) const override { return log_mean_ + std::log(stream.exponential()); }

 private:
  double log_mean_;
};

}  // namespace

ScalarPriorPtr inverse_gamma(double shape, double scale) {
  return std::make_shared<InverseGamma>(shape, scale);
}
ScalarPriorPtr exponential(double mean) { return std::make_shared<Exponential>(mean); }

}  // namespace craggy::priors
