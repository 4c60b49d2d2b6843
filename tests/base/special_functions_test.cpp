#include "base/special_functions.hpp"

#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <gtest/gtest.h>

#include "support/gradient_check.hpp"

namespace craggy {
namespace {

TEST(SpecialFunctions, DigammaAgreesWithBoost) {
  for (double x : {1e-3, 0.1, 0.5, 1.0, 2.0, 9.99, 10.0, 25.0, 1e4})
    EXPECT_NEAR(digamma(x) / boost::math::digamma(x), 1.0, 1e-13) << x;
}

TEST(SpecialFunctions, LogGammaAgreesWithBoost) {
  for (double x : {1e-3, 0.1, 0.5, 1.5, 2.5, 9.99, 10.0, 25.0, 1e4})
    EXPECT_NEAR(log_gamma(x) / boost::math::lgamma(x), 1.0, 1e-13) << x;
  EXPECT_NEAR(log_gamma(1.0), 0.0, 1e-13);
  EXPECT_NEAR(log_gamma(2.0), 0.0, 1e-13);
}

TEST(SpecialFunctions, BetaCdfAgreesWithBoost) {
  for (double a : {0.1, 0.5, 1.0, 2.5, 10.0})
    for (double b : {0.1, 0.7, 1.0, 3.0, 10.0})
      for (double x : {1e-12, 1e-3, 0.1, 0.37, 0.5, 0.9, 0.999, 1.0 - 1e-12}) {
        const BetaCdf cdf(a, b);
        EXPECT_NEAR(cdf.value(x), boost::math::ibeta(a, b, x), 1e-13) << a << ' ' << b << ' ' << x;
        EXPECT_NEAR(cdf.density(x) / boost::math::ibeta_derivative(a, b, x), 1.0, 1e-11)
            << a << ' ' << b << ' ' << x;
      }
}

TEST(SpecialFunctions, BetaCdfHasTheDerivativesOfItsValue) {
  for (double a : {0.1, 1.0, 10.0})
    for (double b : {0.1, 2.0, 10.0})
      for (double x : {0.02, 0.4, 0.97}) {
        Vector at(3);
        at << std::log(a), std::log(b), std::log(x / (1 - x));
        const BetaCdf cdf(a, b);
        const BetaCdf::ShapeGradient shape = cdf.shape_gradient(x);
        Vector gradient(3);
        gradient << shape.d_a * a, shape.d_b * b, cdf.density(x) * x * (1 - x);
        testing::expect_gradient(
            [](const Vector& v) {
              return BetaCdf(std::exp(v[0]), std::exp(v[1])).value(1 / (1 + std::exp(-v[2])));
            },
            at, gradient, 1e-9);
      }
}

TEST(SpecialFunctions, BetaCdfAtTheEnds) {
  EXPECT_EQ(BetaCdf(2.0, 3.0).value(0.0), 0.0);
  EXPECT_EQ(BetaCdf(2.0, 3.0).value(1.0), 1.0);
  EXPECT_EQ(BetaCdf(2.0, 3.0).density(0.0), 0.0);
  EXPECT_EQ(BetaCdf(1.0, 3.0).density(0.0), 3.0);
  EXPECT_TRUE(std::isinf(BetaCdf(0.5, 3.0).density(0.0)));
  EXPECT_EQ(BetaCdf(0.5, 3.0).shape_gradient(0.0).d_a, 0.0);
}

TEST(SpecialFunctions, LogNormalCdfIsAccurateFarBelow) {
  const boost::math::normal_distribution<long double> standard;
  for (double z : {-100.0, -37.0, -12.0, -10.0 - 1e-9, -10.0 + 1e-9, -5.0, -1.0, 0.0, 3.0, 9.0}) {
    const auto expected =
        static_cast<double>(std::log(boost::math::cdf(standard, static_cast<long double>(z))));
    EXPECT_NEAR(log_normal_cdf(z), expected, 1e-13 * std::abs(expected) + 1e-16) << z;
  }
  EXPECT_NEAR(log_normal_cdf(-1e8), -0.5e16, 1e2);
  EXPECT_EQ(normal_cdf(0.0), 0.5);
}

}  // namespace
}  // namespace craggy
