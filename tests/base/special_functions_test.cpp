#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <gtest/gtest.h>

#include <craggy/base/special_functions.hpp>

#include "support/gradient_check.hpp"

namespace craggy {
namespace {

TEST(SpecialFunctions, DigammaAgreesWithBoost) {
  for (double x : {1e-3, 0.1, 0.5, 1.0, 2.0, 9.99, 10.0, 25.0, 1e4})
    EXPECT_NEAR(digamma(x) / boost::math::digamma(x), 1.0, 1e-13) << x;
}

TEST(SpecialFunctions, IncompleteBetaAgreesWithBoost) {
  for (double a : {0.1, 0.5, 1.0, 2.5, 10.0})
    for (double b : {0.1, 0.7, 1.0, 3.0, 10.0})
      for (double x : {1e-12, 1e-3, 0.1, 0.37, 0.5, 0.9, 0.999, 1.0 - 1e-12}) {
        const IncompleteBeta ours = incomplete_beta(x, a, b);
        EXPECT_NEAR(ours.value, boost::math::ibeta(a, b, x), 1e-13) << a << ' ' << b << ' ' << x;
        EXPECT_NEAR(ours.d_x / boost::math::ibeta_derivative(a, b, x), 1.0, 1e-11)
            << a << ' ' << b << ' ' << x;
      }
}

TEST(SpecialFunctions, IncompleteBetaHasTheDerivativesOfItsValue) {
  for (double a : {0.1, 1.0, 10.0})
    for (double b : {0.1, 2.0, 10.0})
      for (double x : {0.02, 0.4, 0.97}) {
        Vector at(3);
        at << std::log(a), std::log(b), std::log(x / (1 - x));
        const IncompleteBeta ours = incomplete_beta(x, a, b);
        Vector gradient(3);
        gradient << ours.d_a * a, ours.d_b * b, ours.d_x * x * (1 - x);
        testing::expect_gradient(
            [](const Vector& v) {
              return incomplete_beta(1 / (1 + std::exp(-v[2])), std::exp(v[0]), std::exp(v[1])).value;
            },
            at, gradient, 1e-9);
      }
}

TEST(SpecialFunctions, IncompleteBetaAtTheEnds) {
  EXPECT_EQ(incomplete_beta(0.0, 2.0, 3.0).value, 0.0);
  EXPECT_EQ(incomplete_beta(1.0, 2.0, 3.0).value, 1.0);
  EXPECT_EQ(incomplete_beta(0.0, 2.0, 3.0).d_x, 0.0);
  EXPECT_EQ(incomplete_beta(0.0, 1.0, 3.0).d_x, 3.0);
  EXPECT_TRUE(std::isinf(incomplete_beta(0.0, 0.5, 3.0).d_x));
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
