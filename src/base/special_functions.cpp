#include <cmath>
#include <limits>
#include <numbers>

#include <craggy/base/special_functions.hpp>

namespace craggy {
namespace {

// A number with its derivatives in a and b: the continued fraction below is differentiated by carrying them
// along.
struct Dual {
  double value = 0.0;
  double d_a = 0.0;
  double d_b = 0.0;
};

Dual operator+(Dual p, Dual q) { return {p.value + q.value, p.d_a + q.d_a, p.d_b + q.d_b}; }
Dual operator-(Dual p, Dual q) { return {p.value - q.value, p.d_a - q.d_a, p.d_b - q.d_b}; }
Dual operator*(Dual p, Dual q) {
  return {p.value * q.value, p.d_a * q.value + p.value * q.d_a, p.d_b * q.value + p.value * q.d_b};
}
Dual operator/(Dual p, Dual q) {
  const double ratio = p.value / q.value;
  return {ratio, (p.d_a - ratio * q.d_a) / q.value, (p.d_b - ratio * q.d_b) / q.value};
}
Dual constant(double value) { return {value, 0.0, 0.0}; }

// Continued fraction of the incomplete beta function [DLMF 8.17.22], by the modified Lentz method. Converges
// quickly for x < (a + 1)/(a + b + 2).
Dual beta_fraction(double x, Dual a, Dual b) {
  constexpr int max_terms = 500;
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](Dual d) { return std::abs(d.value) < tiny ? Dual{tiny, d.d_a, d.d_b} : d; };
  const Dual one = constant(1.0);
  Dual c = one;
  Dual d = one / away_from_zero(one - (a + b) * constant(x) / (a + one));
  Dual fraction = d;
  for (int m = 1; m <= max_terms; ++m) {
    const Dual k = constant(m);
    const Dual two_k = constant(2.0 * m);
    const Dual even = k * (b - k) * constant(x) / ((a + two_k - one) * (a + two_k));
    d = one / away_from_zero(one + even * d);
    c = away_from_zero(one + even / c);
    fraction = fraction * d * c;
    const Dual odd = constant(-x) * (a + k) * (a + b + k) / ((a + two_k) * (a + two_k + one));
    d = one / away_from_zero(one + odd * d);
    c = away_from_zero(one + odd / c);
    const Dual factor = d * c;
    fraction = fraction * factor;
    constexpr double tolerance = 4.0 * std::numeric_limits<double>::epsilon();
    if (std::abs(factor.value - 1.0) < tolerance && std::abs(factor.d_a) < tolerance &&
        std::abs(factor.d_b) < tolerance)
      break;
  }
  return fraction;
}

// x^a·(1 − x)^b / (a·B(a, b)) times the continued fraction.
Dual lower_part(double x, Dual a, Dual b, double log_x, double log_one_minus_x) {
  const double log_front = a.value * log_x + b.value * log_one_minus_x - std::lgamma(a.value) -
                           std::lgamma(b.value) + std::lgamma(a.value + b.value);
  const double psi_sum = digamma(a.value + b.value);
  const double slope_a = log_x - digamma(a.value) + psi_sum;
  const double slope_b = log_one_minus_x - digamma(b.value) + psi_sum;
  const double front = std::exp(log_front);
  const Dual scaled = {front, front * (slope_a * a.d_a + slope_b * b.d_a),
                       front * (slope_a * a.d_b + slope_b * b.d_b)};
  return scaled * beta_fraction(x, a, b) / a;
}

}  // namespace

double digamma(double x) {
  // Recurrence up to x ≥ 10, then the asymptotic series [DLMF 5.11.2].
  double shift = 0.0;
  while (x < 10.0) {
    shift -= 1.0 / x;
    x += 1.0;
  }
  const double r = 1.0 / (x * x);
  const double series =
      r * (1.0 / 12.0 - r * (1.0 / 120.0 - r * (1.0 / 252.0 - r * (1.0 / 240.0 - r * (1.0 / 132.0)))));
  return shift + std::log(x) - 0.5 / x - series;
}

IncompleteBeta incomplete_beta(double x, double a, double b) {
  if (x <= 0.0)
    return {0.0, 0.0, 0.0, a < 1.0 ? std::numeric_limits<double>::infinity() : a == 1.0 ? b : 0.0};
  if (x >= 1.0)
    return {1.0, 0.0, 0.0, b < 1.0 ? std::numeric_limits<double>::infinity() : b == 1.0 ? a : 0.0};
  const double log_x = std::log(x);
  const double log_one_minus_x = std::log1p(-x);
  const double d_x = std::exp((a - 1.0) * log_x + (b - 1.0) * log_one_minus_x + std::lgamma(a + b) -
                              std::lgamma(a) - std::lgamma(b));
  if (x < (a + 1.0) / (a + b + 2.0)) {
    const Dual low = lower_part(x, {a, 1.0, 0.0}, {b, 0.0, 1.0}, log_x, log_one_minus_x);
    return {low.value, low.d_a, low.d_b, d_x};
  }
  // I_x(a, b) = 1 − I_{1−x}(b, a).
  const Dual high = lower_part(1.0 - x, {b, 0.0, 1.0}, {a, 1.0, 0.0}, log_one_minus_x, log_x);
  return {1.0 - high.value, -high.d_a, -high.d_b, d_x};
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double log_normal_cdf(double z) {
  if (z > -10.0) return std::log(normal_cdf(z));
  // Asymptotic series of the Mills ratio [DLMF 7.12.1]; at z = −10 the first term left out is below 1e-13.
  const double r = 1.0 / (z * z);
  double term = 1.0;
  double series = 1.0;
  for (int k = 1; k <= 12; ++k) {
    term *= -(2.0 * k - 1.0) * r;
    series += term;
  }
  constexpr double half_log_two_pi = 0.91893853320467274178;
  return -0.5 * z * z - half_log_two_pi - std::log(-z) + std::log(series);
}

}  // namespace craggy
