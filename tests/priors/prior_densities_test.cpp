// The densities against Boost.Math, and those that Boost lacks against their formulas.
#include <cmath>
#include <functional>
#include <numbers>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/inverse_gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/uniform.hpp>
#include <gtest/gtest.h>

#include "priors/scalar_prior.hpp"
#include "support/gradient_check.hpp"

namespace craggy {
namespace {

namespace math = boost::math;

// p(u) has to be the density of the value times d value / d u, at coordinates where both are comfortably
// above 0.
void expect_density(const ScalarPriorPtr& prior, const std::function<double(double)>& density_of_value) {
  for (double u : {-4.0, -2.2, -1.0, -0.3, 0.0, 0.4, 1.3, 2.0, 3.5}) {
    const ValueAndDerivative value = prior->constrain(u);
    const double expected = density_of_value(value.value) * value.derivative;
    if (expected < 1e-280) continue;
    EXPECT_NEAR(prior->log_density(u).value, std::log(expected), 1e-11) << "at u = " << u;
  }
}

template <typename Distribution>
void expect_density_of(const ScalarPriorPtr& prior, const Distribution& distribution) {
  expect_density(prior, [&](double value) { return math::pdf(distribution, value); });
}

TEST(PriorDensities, Normal) {
  expect_density_of(priors::normal(0.0, 1.0), math::normal(0.0, 1.0));
  expect_density_of(priors::normal(-2.0, 0.6), math::normal(-2.0, 0.6));
}

TEST(PriorDensities, LogNormal) {
  expect_density_of(priors::log_normal(0.0, 1.0), math::lognormal(0.0, 1.0));
  expect_density_of(priors::log_normal(1.5, 0.4), math::lognormal(1.5, 0.4));
}

TEST(PriorDensities, Uniform) {
  expect_density_of(priors::uniform(0.0, 10.0), math::uniform(0.0, 10.0));
  expect_density_of(priors::uniform(-3.0, -1.0), math::uniform(-3.0, -1.0));
}

TEST(PriorDensities, InverseGamma) {
  expect_density_of(priors::inverse_gamma(2.0, 2.0), math::inverse_gamma_distribution<>(2.0, 2.0));
  expect_density_of(priors::inverse_gamma(0.5, 7.0), math::inverse_gamma_distribution<>(0.5, 7.0));
}

TEST(PriorDensities, ExponentialIsGivenByItsMean) {
  expect_density_of(priors::exponential(2.0), math::exponential(1.0 / 2.0));
  expect_density_of(priors::exponential(0.1), math::exponential(1.0 / 0.1));
}

TEST(PriorDensities, Beta) {
  expect_density_of(priors::beta(1.0, 9.0), math::beta_distribution<>(1.0, 9.0));
  expect_density_of(priors::beta(0.3, 2.5), math::beta_distribution<>(0.3, 2.5));
}

TEST(PriorDensities, TruncatedLogNormalIsTheLogNormalOverItsMass) {
  struct Parameters {
    double mean, sd, low, high;
  };
  for (const Parameters& p : {Parameters{0.0, 1.5, 0.1, 10.0}, Parameters{0.0, 1.0, 0.9, 1.3},
                              Parameters{1.0, 1.0, 3.0, 50.0}, Parameters{2.0, 0.5, 1e-3, 0.5}}) {
    const math::lognormal full(p.mean, p.sd);
    // From the tail of the interval, as differences near 1 would lose the digits that are compared.
    const bool upper = std::log(p.low) > p.mean;
    const double mass = upper ? math::cdf(complement(full, p.low)) - math::cdf(complement(full, p.high))
                              : math::cdf(full, p.high) - math::cdf(full, p.low);
    expect_density(priors::truncated_log_normal(p.mean, p.sd, p.low, p.high),
                   [&](double value) { return math::pdf(full, value) / mass; });
  }
}

TEST(PriorDensities, TruncatedLogNormalFarInTheTailIsExponential) {
  // Forty standard deviations out the plain mass underflows. There the log value has the density of an
  // exponential of rate ≈ 40/sd from the near end on.
  const ScalarPriorPtr prior = priors::truncated_log_normal(-40.0, 1.0, 1.0, 100.0);
  const double width = std::log(100.0);
  for (double position : {1e-4, 1e-3, 1e-2}) {
    const double u = std::log(position) - std::log1p(-position);
    const double x = position * width;
    const double jacobian = width * position * (1.0 - position);
    const double mills_ratio = 0.024984404205720571;  // (1 − Φ(40))/φ(40), from its continued fraction
    EXPECT_NEAR(prior->log_density(u).value,
                -40.0 * x - 0.5 * x * x - std::log(mills_ratio) + std::log(jacobian), 1e-9);
  }
}

TEST(PriorDensities, Horseshoe) {
  for (double scale : {0.1, 3.0})
    expect_density(priors::horseshoe(scale), [&](double v) {
      return std::log(1.0 + 3.0 * std::pow(scale / v, 2)) / (std::numbers::pi * scale * std::sqrt(3.0));
    });
}

TEST(PriorDensities, HorseshoeIsTheDerivativeOfItsDistributionFunction) {
  const double scale = 0.1;
  const double c = scale * std::sqrt(3.0);
  const auto F = [&](double v) {
    return (v * std::log1p(c * c / (v * v)) + 2.0 * c * std::atan(v / c)) / (std::numbers::pi * c);
  };
  const ScalarPriorPtr prior = priors::horseshoe(scale);
  for (double u : {-6.0, -3.0, -1.5, 0.0, 2.0}) {
    const double derivative = testing::ridders_derivative([&](double t) { return F(std::exp(u + t)); }, 0.05);
    EXPECT_NEAR(std::exp(prior->log_density(u).value), derivative, 1e-10);
  }
}

TEST(PriorDensities, HorseshoeTails) {
  const ScalarPriorPtr prior = priors::horseshoe(1.0);
  const double log_c = 0.5 * std::log(3.0);
  // Far above, p(u) → c/(π·v); the two branches of the code meet without a step.
  for (double u : {15.0, 19.9, log_c + 20.0 - 1e-9, log_c + 20.0 + 1e-9, 30.0, 500.0}) {
    EXPECT_NEAR(prior->log_density(u).value, log_c - u - std::log(std::numbers::pi), 1e-12);
    EXPECT_NEAR(prior->log_density(u).derivative, -1.0, 1e-12);
  }
}

}  // namespace
}  // namespace craggy
