// What every prior has to do, whatever its density: one suite over all of them.
#include "priors/scalar_prior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "support/gradient_check.hpp"

namespace craggy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Case {
  std::string name;
  ScalarPriorPtr prior;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }
};

std::vector<Case> all_priors() {
  return {
      {"normal", priors::normal(-1.5, 0.7)},
      {"log_normal", priors::log_normal(0.4, 1.3)},
      {"uniform", priors::uniform(0.0, 10.0)},
      {"uniform_away_from_zero", priors::uniform(-7.0, -2.0)},
      {"truncated_log_normal", priors::truncated_log_normal(0.0, 1.5, 0.1, 10.0)},
      {"truncated_within_two_sd", priors::truncated_log_normal(0.0, 0.2, 0.9, 1.3)},
      {"truncated_to_one_side", priors::truncated_log_normal(1.0, 1.0, 3.0, 50.0)},
      {"truncated_to_the_upper_tail", priors::truncated_log_normal(-3.0, 0.5, 1.0, 1e4)},
      {"truncated_to_the_lower_tail", priors::truncated_log_normal(2.0, 0.1, 1e-3, 0.5)},
      {"inverse_gamma", priors::inverse_gamma(2.0, 3.0)},
      {"inverse_gamma_of_small_shape", priors::inverse_gamma(0.3, 0.1)},
      {"exponential", priors::exponential(2.0)},
      {"beta", priors::beta(1.0, 9.0)},
      {"beta_of_small_parameters", priors::beta(0.2, 0.4)},
      {"horseshoe", priors::horseshoe(0.1)},
      {"horseshoe_of_large_scale", priors::horseshoe(20.0)},
  };
}

// ∫ p(u) du by Simpson's rule, cumulated. All priors here have one mode in u, so the mass lies between the
// places on either side of a draw where the density is negligible.
class DistributionFunction {
 public:
  explicit DistributionFunction(const ScalarPrior& prior) {
    RandomStream stream(1);
    const double centre = prior.sample(stream);
    low_ = centre - reach(prior, centre, -1.0);
    const double high = centre + reach(prior, centre, 1.0);
    step_ = (high - low_) / num_steps;
    const auto density = [&](double u) { return std::exp(prior.log_density(u).value); };
    cumulated_.push_back(0.0);
    for (int i = 0; i < num_steps; ++i) {
      const double u = low_ + i * step_;
      const double area = step_ / 6.0 * (density(u) + 4.0 * density(u + 0.5 * step_) + density(u + step_));
      cumulated_.push_back(cumulated_.back() + area);
    }
  }

  double total() const { return cumulated_.back(); }

  double operator()(double u) const {
    const double position = std::clamp((u - low_) / step_, 0.0, num_steps - 1e-6);
    const auto index = static_cast<std::size_t>(position);
    const double fraction = position - static_cast<double>(index);
    return (1.0 - fraction) * cumulated_[index] + fraction * cumulated_[index + 1];
  }

 private:
  static double reach(const ScalarPrior& prior, double centre, double direction) {
    double distance = 1.0;
    while (prior.log_density(centre + direction * distance).value > -40.0) distance *= 1.3;
    return distance;
  }

  static constexpr int num_steps = 20000;
  double low_;
  double step_;
  std::vector<double> cumulated_;
};

class ScalarPriorConformance : public ::testing::TestWithParam<Case> {
 protected:
  const ScalarPrior& prior_ = *GetParam().prior;
  const std::vector<double> coordinates_ = {-30.0, -8.0, -3.0, -1.0, -0.2, 0.0, 0.3, 1.1, 2.5, 6.0, 25.0};
};

INSTANTIATE_TEST_SUITE_P(All, ScalarPriorConformance, ::testing::ValuesIn(all_priors()));

TEST_P(ScalarPriorConformance, DensityIntegratesToOne) {
  EXPECT_NEAR(DistributionFunction(prior_).total(), 1.0, 1e-9);
}

TEST_P(ScalarPriorConformance, DerivativeOfTheLogDensity) {
  for (double u : coordinates_) {
    SCOPED_TRACE(u);
    const auto f = [&](const Vector& x) { return prior_.log_density(x[0]).value; };
    testing::expect_gradient(f, Vector::Constant(1, u), Vector::Constant(1, prior_.log_density(u).derivative),
                             1e-8);
  }
}

TEST_P(ScalarPriorConformance, DerivativeOfTheBijector) {
  for (double u : coordinates_) {
    SCOPED_TRACE(u);
    const auto f = [&](const Vector& x) { return prior_.constrain(x[0]).value; };
    testing::expect_gradient(f, Vector::Constant(1, u), Vector::Constant(1, prior_.constrain(u).derivative),
                             1e-8);
  }
}

TEST_P(ScalarPriorConformance, UnconstrainInvertsConstrain) {
  for (double u : coordinates_) {
    const ValueAndDerivative at = prior_.constrain(u);
    // The rounding of the value itself is the limit: where the map is flat, it moves u a lot.
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(at.value) / at.derivative;
    if (rounding > 1e-2) continue;
    EXPECT_NEAR(prior_.unconstrain(at.value), u, rounding + 1e-13) << "at " << u;
  }
}

TEST_P(ScalarPriorConformance, SamplesFollowTheDensity) {
  constexpr int num_draws = 20000;
  RandomStream stream(29, {.purpose = Purpose::prior});
  std::vector<double> draws(num_draws);
  for (double& u : draws) u = prior_.sample(stream);
  std::sort(draws.begin(), draws.end());
  const DistributionFunction F(prior_);
  double largest = 0.0;  // the Kolmogorov–Smirnov statistic
  for (int i = 0; i < num_draws; ++i) {
    const double below = static_cast<double>(i) / num_draws;
    const double above = static_cast<double>(i + 1) / num_draws;
    const double p = F(draws[static_cast<std::size_t>(i)]);
    largest = std::max({largest, p - below, above - p});
  }
  EXPECT_LT(largest * std::sqrt(num_draws), 1.95);  // exceeded by chance once in a thousand seeds
}

TEST_P(ScalarPriorConformance, FarOutNothingIsNaN) {
  for (double u : {-1e6, -1e3, -700.0, 700.0, 1e3, 1e6}) {
    SCOPED_TRACE(u);
    const ValueAndDerivative density = prior_.log_density(u);
    EXPECT_LT(density.value, -40.0);  // also false for NaN
    EXPECT_FALSE(std::isnan(density.derivative));
    EXPECT_LE(density.derivative * u, 0.0);  // it leads back
    const ValueAndDerivative value = prior_.constrain(u);
    EXPECT_FALSE(std::isnan(value.value));
    EXPECT_FALSE(std::isnan(value.derivative));
  }
}

TEST_P(ScalarPriorConformance, ValuesOutsideTheSupportAreRejected) {
  EXPECT_THROW(prior_.unconstrain(std::nan("")), InvalidArgument);
  const double lowest = prior_.constrain(-infinity).value;
  const double highest = prior_.constrain(infinity).value;
  EXPECT_EQ(prior_.unconstrain(lowest), -infinity);
  EXPECT_EQ(prior_.unconstrain(highest), infinity);
  if (std::isfinite(lowest)) {
    EXPECT_THROW(prior_.unconstrain(std::nextafter(lowest, -infinity)), InvalidArgument);
  }
  if (std::isfinite(highest)) {
    EXPECT_THROW(prior_.unconstrain(std::nextafter(highest, infinity)), InvalidArgument);
  }
}

TEST(ScalarPrior, InvalidParametersAreRejected) {
  for (double bad : {0.0, -1.0, infinity, std::nan("")}) {
    SCOPED_TRACE(bad);
    EXPECT_THROW(priors::normal(0.0, bad), InvalidArgument);
    EXPECT_THROW(priors::log_normal(0.0, bad), InvalidArgument);
    EXPECT_THROW(priors::truncated_log_normal(0.0, bad, 1.0, 2.0), InvalidArgument);
    EXPECT_THROW(priors::truncated_log_normal(0.0, 1.0, bad, 2.0), InvalidArgument);
    EXPECT_THROW(priors::truncated_log_normal(0.0, 1.0, 1.0, bad), InvalidArgument);
    EXPECT_THROW(priors::inverse_gamma(bad, 1.0), InvalidArgument);
    EXPECT_THROW(priors::inverse_gamma(1.0, bad), InvalidArgument);
    EXPECT_THROW(priors::exponential(bad), InvalidArgument);
    EXPECT_THROW(priors::beta(bad, 1.0), InvalidArgument);
    EXPECT_THROW(priors::beta(1.0, bad), InvalidArgument);
    EXPECT_THROW(priors::horseshoe(bad), InvalidArgument);
  }
  for (double bad : {infinity, -infinity, std::nan("")}) {
    SCOPED_TRACE(bad);
    EXPECT_THROW(priors::normal(bad, 1.0), InvalidArgument);
    EXPECT_THROW(priors::log_normal(bad, 1.0), InvalidArgument);
    EXPECT_THROW(priors::truncated_log_normal(bad, 1.0, 1.0, 2.0), InvalidArgument);
    EXPECT_THROW(priors::uniform(bad, 1.0), InvalidArgument);
    EXPECT_THROW(priors::uniform(0.0, bad), InvalidArgument);
  }
  EXPECT_THROW(priors::uniform(1.0, 1.0), InvalidArgument);
  EXPECT_THROW(priors::uniform(2.0, 1.0), InvalidArgument);
  EXPECT_THROW(priors::uniform(-1.5e308, 1.5e308), InvalidArgument);
  EXPECT_THROW(priors::truncated_log_normal(0.0, 1.0, 2.0, 2.0), InvalidArgument);
  EXPECT_THROW(priors::truncated_log_normal(-1.0, 1e-320, 1.0, 2.0), InvalidArgument);
}

TEST(ScalarPrior, ErrorsSayWhatIsWrong) {
  try {
    priors::uniform(3.0, 2.0);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(std::string(error.what()), "high is 2, but it has to be above low, which is 3");
  }
}

TEST(ScalarPrior, IntervalsKeepTheirPrecisionAtTheEnds) {
  const ScalarPriorPtr unit = priors::uniform(0.0, 1.0);
  EXPECT_DOUBLE_EQ(unit->constrain(-500.0).value, std::exp(-500.0));
  EXPECT_DOUBLE_EQ(unit->constrain(-500.0).derivative, std::exp(-500.0));
  EXPECT_DOUBLE_EQ(unit->constrain(500.0).derivative, std::exp(-500.0));
  EXPECT_NEAR(unit->unconstrain(1e-300), std::log(1e-300), 1e-12);
  EXPECT_NEAR(unit->unconstrain(1.0 - 0x1p-50), 50.0 * std::log(2.0), 1e-12);
  EXPECT_DOUBLE_EQ(unit->log_density(-500.0).value, -500.0);
  EXPECT_DOUBLE_EQ(unit->log_density(500.0).value, -500.0);

  // A small distance to an end that is not 0 is right to the rounding of the end itself.
  const ScalarPriorPtr shifted = priors::uniform(2.0, 5.0);
  EXPECT_NEAR(5.0 - shifted->constrain(30.0).value, 3.0 * std::exp(-30.0), 1e-15);
  EXPECT_NEAR(shifted->constrain(-30.0).value - 2.0, 3.0 * std::exp(-30.0), 1e-15);

  const ScalarPriorPtr truncated = priors::truncated_log_normal(0.0, 1.0, 0.1, 10.0);
  EXPECT_EQ(truncated->constrain(-1e3).value, 0.1);
  EXPECT_EQ(truncated->constrain(1e3).value, 10.0);
  // One unit in the last place above the end: log value is log low + ε, of an interval log 100 wide.
  const double just_above = std::nextafter(0.1, 1.0);
  EXPECT_NEAR(truncated->unconstrain(just_above), std::log((just_above - 0.1) / 0.1 / std::log(100.0)),
              1e-12);
}

TEST(ScalarPrior, DrawsOfTinyShapesStayFinite) {
  RandomStream stream(2);
  for (const ScalarPriorPtr& prior : {priors::beta(1e-4, 1e-4), priors::inverse_gamma(1e-4, 1.0)})
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(std::isfinite(prior->sample(stream)));
}

}  // namespace
}  // namespace craggy
