#include "posterior/mixture_quantile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "base/special_functions.hpp"

namespace craggy {
namespace {

const std::vector<double> probabilities = {1e-12, 1e-3, 0.025, 0.3, 0.5, 0.71, 0.975, 0.9999, 1.0 - 1e-9};

double mixture_cdf(const Vector& means, const Vector& variances, const Vector& weights, double x) {
  double total = 0.0;
  for (Index c = 0; c < means.size(); ++c)
    total += weights[c] * normal_cdf((x - means[c]) / std::sqrt(variances[c]));
  return total;
}

TEST(MixtureQuantile, OfOneNormalIsItsQuantile) {
  const boost::math::normal_distribution<double> standard;
  for (double mean : {-3.0, 0.0, 1e6})
    for (double sd : {1e-6, 0.7, 1e8})
      for (double p : probabilities) {
        const double expected = mean + sd * boost::math::quantile(standard, p);
        const double ours =
            mixture_quantile(Vector::Constant(1, mean), Vector::Constant(1, sd * sd), Vector::Ones(1), p);
        EXPECT_NEAR(ours, expected, 1e-11 * sd + 1e-15 * std::abs(mean)) << mean << ' ' << sd << ' ' << p;
      }
}

TEST(MixtureQuantile, InvertsTheCdfOfNarrowAndWideComponents) {
  RandomStream stream(3);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Index C = 1 + static_cast<Index>(stream.below(12));
    Vector means(C);
    Vector variances(C);
    Vector weights(C);
    for (Index c = 0; c < C; ++c) {
      means[c] = 5.0 * stream.normal();
      variances[c] = std::pow(10.0, stream.uniform(-10.0, 2.0));
      weights[c] = stream.exponential();
    }
    weights /= weights.sum();
    double last = -std::numeric_limits<double>::infinity();
    for (double p : probabilities) {
      const double x = mixture_quantile(means, variances, weights, p);
      // In a gap between narrow components the CDF is flat, and on a narrow component it is steep: x is right
      // if the CDF passes p within rounding of x.
      const double margin = 1e-13 * (1.0 + std::abs(x));
      EXPECT_LE(mixture_cdf(means, variances, weights, x - margin), p * (1.0 + 1e-10) + 1e-16);
      EXPECT_GE(mixture_cdf(means, variances, weights, x + margin), p * (1.0 - 1e-10) - 1e-15);
      EXPECT_GE(x, last);
      last = x;
    }
  }
}

TEST(MixtureQuantile, AgreesWithSortedSamples) {
  RandomStream stream(5);
  const Vector means = (Vector(3) << -1.0, 0.2, 4.0).finished();
  const Vector variances = (Vector(3) << 0.04, 1.0, 0.25).finished();
  const Vector weights = (Vector(3) << 0.5, 0.3, 0.2).finished();
  std::vector<double> samples(200000);
  for (double& sample : samples) {
    const double u = stream.uniform();
    const Index c = u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
    sample = means[c] + std::sqrt(variances[c]) * stream.normal();
  }
  std::sort(samples.begin(), samples.end());
  for (double p : {0.05, 0.25, 0.6, 0.9}) {
    const double x = mixture_quantile(means, variances, weights, p);
    const auto below = std::lower_bound(samples.begin(), samples.end(), x) - samples.begin();
    // Within four standard errors of a proportion.
    EXPECT_NEAR(static_cast<double>(below) / 200000.0, p, 4.0 * std::sqrt(p * (1.0 - p) / 200000.0));
  }
}

TEST(MixtureQuantile, TakesVarianceZero) {
  const Vector means = (Vector(2) << 1.0, 2.0).finished();
  EXPECT_NEAR(mixture_quantile(means, Vector::Zero(2), Vector::Constant(2, 0.5), 0.25), 1.0, 1e-14);
  EXPECT_NEAR(mixture_quantile(means, Vector::Zero(2), Vector::Constant(2, 0.5), 0.75), 2.0, 1e-14);
}

TEST(MixtureQuantile, IsNanForMomentsThatAreNotFinite) {
  const Vector bad = Vector::Constant(1, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(mixture_quantile(bad, Vector::Ones(1), Vector::Ones(1), 0.5)));
  EXPECT_TRUE(std::isnan(mixture_quantile(Vector::Ones(1), bad, Vector::Ones(1), 0.5)));
}

TEST(MixtureQuantile, RejectsProbabilitiesOutsideTheOpenInterval) {
  for (double p : {0.0, 1.0, -0.1, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(mixture_quantile(Vector::Zero(1), Vector::Ones(1), Vector::Ones(1), p), InvalidArgument);
}

}  // namespace
}  // namespace craggy
