// What all priors of a positive value with u = log value have in common.
#pragma once

#include <cmath>
#include <limits>

#include "priors/scalar_prior.hpp"
#include "priors/support.hpp"

namespace craggy {

class LogScalePrior : public ScalarPrior {
 public:
  ValueAndDerivative constrain(double u) const final {
    const double value = std::exp(u);
    return {.value = value, .derivative = value};
  }
  double unconstrain(double value) const final {
    return std::log(check_in_support(value, 0.0, std::numeric_limits<double>::infinity()));
  }
  bool is_log_scale() const final { return true; }
};

}  // namespace craggy
