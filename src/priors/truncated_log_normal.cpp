#include <cmath>

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "priors/gaussian.hpp"
#include "priors/logistic.hpp"
#include "priors/scalar_prior.hpp"
#include "priors/support.hpp"

namespace craggy::priors {
namespace {

// log(Φ(high) − Φ(low)), from the tail in which both lie so that the difference is not one of numbers near 1.
double log_standard_normal_mass(double low, double high) {
  if (low > 0.0) return log_standard_normal_mass(-high, -low);
  if (high > 0.0) return std::log(normal_cdf(high) - normal_cdf(low));
  const double log_larger = log_normal_cdf(high);
  return log_larger + std::log1p(-std::exp(log_normal_cdf(low) - log_larger));
}

// A draw by its distances to both ends, so that neither is lost by subtraction.
struct Placed {
  double from_low;
  double from_high;
};

// N(0, 1) on [low, high] by rejection: one proposal where 0 is inside, one for the tail; each is accepted at
// least about half of the time.
Placed draw_truncated_standard_normal(RandomStream& stream, double low, double high) {
  if (high <= 0.0) {
    const Placed mirrored = draw_truncated_standard_normal(stream, -high, -low);
    return {.from_low = mirrored.from_high, .from_high = mirrored.from_low};
  }
  const double width = high - low;
  if (low < 0.0) {
    const bool wide = width > 2.5;
    while (true) {
      const double z = wide ? stream.normal() : stream.uniform(low, high);
      if (z <= low || z >= high) continue;
      if (wide || std::log(stream.uniform()) < -0.5 * z * z)
        return {.from_low = z - low, .from_high = high - z};
    }
  }
  // Exponential proposal cut at the width, with the rate of [Robert1995] for the uncut tail.
  const double rate = 0.5 * (low + std::sqrt(low * low + 4.0));
  const double proposal_mass = -std::expm1(-rate * width);
  while (true) {
    const double step = -std::log1p(-stream.uniform() * proposal_mass) / rate;
    const double excess = low + step - rate;
    if (step > 0.0 && step < width && std::log(stream.uniform()) < -0.5 * excess * excess)
      return {.from_low = step, .from_high = width - step};
  }
}

class TruncatedLogNormal final : public ScalarPrior {
 public:
  TruncatedLogNormal(double mean, double sd, double low, double high)
      : gaussian_(mean, sd), low_(check_positive("low", low)), high_(high) {
    check_interval(low, high);
    log_interval_ = {std::log(low), std::log(high)};
    standard_low_ = gaussian_.standardise(log_interval_.low);
    standard_high_ = gaussian_.standardise(log_interval_.high);
    const double log_mass = log_standard_normal_mass(standard_low_, standard_high_);
    log_factor_ = std::log(log_interval_.width()) - log_mass;
    if (!std::isfinite(log_factor_))
      fail_argument("high", fmt::format("{}", high),
                    fmt::format("the interval from {} to it has no mass in double precision", low));
  }

  // Measured from the nearer end, whose logarithm is rounded already.
  ValueAndDerivative constrain(double u) const override {
    const double width = log_interval_.width();
    const double value =
        u < 0.0 ? low_ * std::exp(width * sigmoid(u)) : high_ * std::exp(-width * sigmoid(-u));
    return {.value = value, .derivative = value * width * sigmoid(u) * sigmoid(-u)};
  }

  double unconstrain(double value) const override {
    check_in_support(value, low_, high_);
    return logit(std::log1p((value - low_) / low_), std::log1p((high_ - value) / value));
  }

  ValueAndDerivative log_density(double u) const override {
    const ValueAndDerivative log_value = log_interval_.at(u);
    const ValueAndDerivative density = gaussian_.log_density(log_value.value);
    const ValueAndDerivative jacobian = logistic_log_density(u);
    return {.value = density.value + log_factor_ + jacobian.value,
            .derivative = density.derivative * log_value.derivative + jacobian.derivative};
  }

  double sample(RandomStream& stream) const override {
    const Placed draw = draw_truncated_standard_normal(stream, standard_low_, standard_high_);
    return logit(draw.from_low, draw.from_high);
  }

 private:
  Gaussian gaussian_;  // of log value
  double low_;
  double high_;
  Interval log_interval_{};
  double standard_low_ = 0.0;
  double standard_high_ = 0.0;
  double log_factor_ = 0.0;  // log(width of the interval of log value) − log(mass of the Gaussian on it)
};

}  // namespace

ScalarPriorPtr truncated_log_normal(double mean, double sd, double low, double high) {
  return std::make_shared<TruncatedLogNormal>(mean, sd, low, high);
}

}  // namespace craggy::priors
