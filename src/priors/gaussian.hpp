// The Gaussian density, shared by the priors that are Gaussian in some coordinate.
#pragma once

#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "priors/scalar_prior.hpp"

namespace craggy {

class Gaussian {
 public:
  Gaussian(double mean, double sd)
      : mean_(check_finite("mean", mean)),
        sd_(check_positive("sd", sd)),
        log_normaliser_(std::log(sd) + 0.5 * std::log(2.0 * std::numbers::pi)) {}

  double standardise(double x) const { return (x - mean_) / sd_; }

  ValueAndDerivative log_density(double x) const {
    const double z = standardise(x);
    return {.value = -0.5 * z * z - log_normaliser_, .derivative = -z / sd_};
  }

  double sample(RandomStream& stream) const { return mean_ + sd_ * stream.normal(); }

 private:
  double mean_;
  double sd_;
  double log_normaliser_;
};

}  // namespace craggy
