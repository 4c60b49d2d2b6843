#include <limits>

#include "base/random.hpp"
#include "priors/gaussian.hpp"
#include "priors/log_scale_prior.hpp"
#include "priors/scalar_prior.hpp"
#include "priors/support.hpp"

namespace craggy::priors {
namespace {

class Normal final : public ScalarPrior {
 public:
  Normal(double mean, double sd) : gaussian_(mean, sd) {}

  ValueAndDerivative constrain(double u) const override { return {.value = u, .derivative = 1.0}; }
  double unconstrain(double value) const override {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return check_in_support(value, -infinity, infinity);
  }
  ValueAndDerivative log_density(double u) const override { return gaussian_.log_density(u); }
  double sample(RandomStream& stream) const override { return gaussian_.sample(stream); }

 private:
  Gaussian gaussian_;
};

// Gaussian in u = log value, so the Jacobian is in the density already.
class LogNormal final : public LogScalePrior {
 public:
  LogNormal(double mean, double sd) : gaussian_(mean, sd) {}

  ValueAndDerivative log_density(double u) const override { return gaussian_.log_density(u); }
  double sample(RandomStream& stream) const override { return gaussian_.sample(stream); }

 private:
  Gaussian gaussian_;
};

}  // namespace

ScalarPriorPtr normal(double mean, double sd) { return std::make_shared<Normal>(mean, sd); }
ScalarPriorPtr log_normal(double mean, double sd) { return std::make_shared<LogNormal>(mean, sd); }

}  // namespace craggy::priors
