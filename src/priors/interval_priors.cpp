#include <cmath>

#include "base/check.hpp"
#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "priors/log_gamma_draw.hpp"
#include "priors/logistic.hpp"
#include "priors/scalar_prior.hpp"
#include "priors/support.hpp"

namespace craggy::priors {
namespace {

class IntervalPrior : public ScalarPrior {
 public:
  IntervalPrior(double low, double high) : interval_{low, high} { check_interval(low, high); }

  ValueAndDerivative constrain(double u) const final { return interval_.at(u); }
  double unconstrain(double value) const final {
    check_in_support(value, interval_.low, interval_.high);
    return logit(value - interval_.low, interval_.high - value);
  }

 private:
  Interval interval_;
};

class Uniform final : public IntervalPrior {
 public:
  using IntervalPrior::IntervalPrior;

  ValueAndDerivative log_density(double u) const override { return logistic_log_density(u); }
  double sample(RandomStream& stream) const override {
    const double position = stream.uniform();
    return logit(position, 1.0 - position);
  }
};

// log p(u) = a·log σ(u) + b·log σ(−u) − log B(a, b): the Jacobian raises both exponents by one.
class Beta final : public IntervalPrior {
 public:
  Beta(double a, double b)
      : IntervalPrior(0.0, 1.0),
        a_(check_positive("a", a)),
        b_(check_positive("b", b)),
        log_beta_function_(log_gamma(a) + log_gamma(b) - log_gamma(a + b)) {}

  ValueAndDerivative log_density(double u) const override {
    return {.value = -a_ * softplus(-u) - b_ * softplus(u) - log_beta_function_,
            .derivative = a_ * sigmoid(-u) - b_ * sigmoid(u)};
  }
  // X/(X + Y) of two Gammas has the logit log X − log Y.
  double sample(RandomStream& stream) const override {
    const double log_x = log_gamma_draw(stream, a_);
    const double log_y = log_gamma_draw(stream, b_);
    return log_x - log_y;
  }

 private:
  double a_;
  double b_;
  double log_beta_function_;
};

}  // namespace

ScalarPriorPtr uniform(double low, double high) { return std::make_shared<Uniform>(low, high); }
ScalarPriorPtr beta(double a, double b) { return std::make_shared<Beta>(a, b); }

}  // namespace craggy::priors
