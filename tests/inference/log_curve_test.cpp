#include "inference/log_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace craggy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> steps(double low, double high, double step) {
  std::vector<double> positions;
  for (double x = low; x <= high + 1e-9; x += step) positions.push_back(x);
  return positions;
}

template <typename LogDensity>
std::optional<LogCurve> explore(const LogDensity& log_density,
                                const std::vector<double>& scan = steps(-6, 6, 1), double tolerance = 1e-5) {
  return LogCurve::explore(scan, tolerance, [&](std::span<const double> positions, std::span<double> values) {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = log_density(positions[i]);
  });
}

double log_normal_density(double x, double mean, double sd) {
  return -0.5 * std::pow((x - mean) / sd, 2) - std::log(sd) - 0.5 * std::log(2 * std::numbers::pi);
}
double normal_cdf(double x, double mean, double sd) {
  return 0.5 * std::erfc((mean - x) / (sd * std::numbers::sqrt2));
}

TEST(CellCubic, IsExactForACubicOnUnevenNodes) {
  const auto f = [](double x) { return 2.0 - x + 3.0 * x * x - 0.5 * x * x * x; };
  const std::vector<double> x = {-1.0, -0.2, 0.5, 2.0};
  std::vector<double> y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), f);
  const CellCubic cubic(x, y, 1);
  for (double at : {-0.2, 0.0, 0.31, 0.5}) {
    EXPECT_NEAR(cubic(at), f(at), 1e-13);
    EXPECT_NEAR(cubic.half_curvature(at), 3.0 - 1.5 * at, 1e-12);
  }
}

TEST(CellCubic, IsAParabolaBesideAMissingNode) {
  const std::vector<double> x = {0.0, 1.0, 2.0, 3.0};
  const auto f = [](double at) { return at * at - at; };
  const CellCubic left_missing(x, std::vector{-infinity, f(1), f(2), f(3)}, 1);
  const CellCubic right_missing(x, std::vector{f(0), f(1), f(2), -infinity}, 1);
  EXPECT_NEAR(left_missing(1.3), f(1.3), 1e-14);
  EXPECT_NEAR(right_missing(1.3), f(1.3), 1e-14);
  EXPECT_NEAR(CellCubic(x, std::vector{-infinity, 1.0, 3.0, -infinity}, 1)(1.25), 1.5, 1e-14);
}

TEST(LogCurve, FindsNormalsOfAnyWidthAnywhere) {
  for (double sd : {3.0, 1.0, 0.1, 0.01, 1e-3})
    for (double mean : {0.0, 0.37, -4.9, 11.3, -40.0}) {
      const auto curve = explore([&](double x) { return 5.0 + log_normal_density(x, mean, sd); });
      ASSERT_TRUE(curve);
      EXPECT_NEAR(curve->log_integral(), 5.0, 1e-4) << sd << " " << mean;
      for (double p : {0.001, 0.1, 0.5, 0.77, 0.999})
        EXPECT_NEAR(normal_cdf(curve->quantile(p), mean, sd), p, 2e-4) << sd << " " << mean;
      EXPECT_LT(curve->positions().size(), 80U) << sd << " " << mean;
    }
}

TEST(LogCurve, IsPreciseForASkewedDensity) {
  // Log of a Gamma(3) variable.
  const auto curve = explore([](double x) { return 3.0 * x - std::exp(x); });
  EXPECT_NEAR(curve->log_integral(), std::log(2.0), 2e-5);
  const auto cdf = [](double x) {
    const double g = std::exp(x);
    return 1.0 - std::exp(-g) * (1.0 + g + 0.5 * g * g);
  };
  for (double p : {0.001, 0.05, 0.5, 0.95, 0.999}) {
    const double x = curve->quantile(p);
    EXPECT_NEAR(cdf(x), p, 2e-5);
    EXPECT_NEAR(curve->log_density(x), 3.0 * x - std::exp(x), 1e-3);
  }
}

TEST(LogCurve, FindsTwoPeaks) {
  const auto cdf = [](double x) { return 0.3 * normal_cdf(x, -3.2, 0.15) + 0.7 * normal_cdf(x, 1.1, 0.3); };
  const auto curve = explore([](double x) {
    const double a = std::log(0.3) + log_normal_density(x, -3.2, 0.15);
    const double b = std::log(0.7) + log_normal_density(x, 1.1, 0.3);
    return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
  });
  EXPECT_NEAR(curve->log_integral(), 0.0, 2e-4);
  for (double p : {0.01, 0.15, 0.29, 0.31, 0.6, 0.99}) EXPECT_NEAR(cdf(curve->quantile(p)), p, 2e-4);
}

TEST(LogCurve, StopsAtABorder) {
  // A half normal: no density below 0.4.
  const auto curve = explore([](double x) { return x < 0.4 ? NAN : -0.5 * x * x; });
  const double below = normal_cdf(0.4, 0, 1);
  for (double p : {0.01, 0.5, 0.99})
    EXPECT_NEAR(normal_cdf(curve->quantile(p), 0, 1), below + p * (1.0 - below), 1e-3);
  EXPECT_GE(curve->quantile(1e-9), 0.4);
  EXPECT_EQ(curve->log_density(0.3), -infinity);
  EXPECT_EQ(curve->log_density(1e3), -infinity);
}

TEST(LogCurve, IsNothingWithoutDensity) {
  EXPECT_FALSE(explore([](double) { return -infinity; }));
  EXPECT_FALSE(explore([](double) { return NAN; }));
}

TEST(LogCurve, NumbersTheEvaluations) {
  std::vector<double> order;
  const auto curve = explore([&](double x) {
    order.push_back(x);
    return -x * x * x * x;
  });
  ASSERT_EQ(order.size(), curve->positions().size());
  for (std::size_t i = 0; i < order.size(); ++i)
    EXPECT_EQ(order[curve->evaluation_of()[i]], curve->positions()[i]);
  EXPECT_TRUE(std::is_sorted(curve->positions().begin(), curve->positions().end()));
}

}  // namespace
}  // namespace craggy
