#include "base/special_functions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

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

void constant(double from, double& to) { to = from; }
void constant(double from, Dual& to) { to = {from, 0.0, 0.0}; }

constexpr double tolerance = 4.0 * std::numeric_limits<double>::epsilon();
bool is_one(double factor) { return std::abs(factor - 1.0) < tolerance; }
bool is_one(Dual factor) {
  return is_one(factor.value) && std::abs(factor.d_a) < tolerance && std::abs(factor.d_b) < tolerance;
}

double away_from_zero(double x) { return std::abs(x) < 1e-300 ? 1e-300 : x; }
Dual away_from_zero(Dual x) { return {away_from_zero(x.value), x.d_a, x.d_b}; }

// Continued fraction of the incomplete beta function [DLMF 8.17.22], by the modified Lentz method. Converges
// quickly for x < (a + 1)/(a + b + 2). Number is double, or Dual for derivatives.
template <class Number>
Number beta_fraction(double x, Number a, Number b) {
  constexpr int max_terms = 500;
  const auto number = [](double value) {
    Number result;
    constant(value, result);
    return result;
  };
  const Number one = number(1.0);
  Number c = one;
  Number d = one / away_from_zero(one - (a + b) * number(x) / (a + one));
  Number fraction = d;
  for (int m = 1; m <= max_terms; ++m) {
    const Number k = number(m);
    const Number a_2k = a + number(2.0 * m);
    const Number even = k * (b - k) * number(x) / ((a_2k - one) * a_2k);
    d = one / away_from_zero(one + even * d);
    c = away_from_zero(one + even / c);
    fraction = fraction * d * c;
    const Number odd = number(-x) * (a + k) * (a + b + k) / (a_2k * (a_2k + one));
    d = one / away_from_zero(one + odd * d);
    c = away_from_zero(one + odd / c);
    fraction = fraction * d * c;
    if (is_one(d * c)) break;
  }
  return fraction;
}

// Whether the fraction is used at x itself, or at 1 − x with I_x(a, b) = 1 − I_{1−x}(b, a).
bool is_low(double x, double a, double b) { return x < (a + 1.0) / (a + b + 2.0); }

// Where the asymptotic series of log Γ and ψ are used; below, the recurrences lead there.
constexpr double asymptotic_from = 10.0;

}  // namespace

double log_gamma(double x) {
  double product = 1.0;
  for (; x < asymptotic_from; x += 1.0) product *= x;
  const double r = 1.0 / (x * x);
  // [DLMF 5.11.1]
  const double series =
      (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r * (1.0 / 1680.0 - r * (1.0 / 1188.0))))) / x;
  return (x - 0.5) * std::log(x) - x + half_log_two_pi + series - std::log(product);
}

double digamma(double x) {
  double shift = 0.0;
  for (; x < asymptotic_from; x += 1.0) shift -= 1.0 / x;
  const double r = 1.0 / (x * x);
  // [DLMF 5.11.2]
  const double series =
      r * (1.0 / 12.0 - r * (1.0 / 120.0 - r * (1.0 / 252.0 - r * (1.0 / 240.0 - r * (1.0 / 132.0)))));
  return shift + std::log(x) - 0.5 / x - series;
}

BetaCdf::BetaCdf(double a, double b)
    : a_(a),
      b_(b),
      log_beta_(log_gamma(a) + log_gamma(b) - log_gamma(a + b)),
      d_a_(digamma(a + b) - digamma(a)),
      d_b_(digamma(a + b) - digamma(b)) {}

double BetaCdf::density(double x) const {
  if (x <= 0.0) return a_ < 1.0 ? std::numeric_limits<double>::infinity() : a_ == 1.0 ? b_ : 0.0;
  if (x >= 1.0) return b_ < 1.0 ? std::numeric_limits<double>::infinity() : b_ == 1.0 ? a_ : 0.0;
  return std::exp((a_ - 1.0) * std::log(x) + (b_ - 1.0) * std::log1p(-x) - log_beta_);
}

double BetaCdf::value(double x) const {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front = std::exp(a_ * std::log(x) + b_ * std::log1p(-x) - log_beta_);
  return is_low(x, a_, b_) ? front / a_ * beta_fraction(x, a_, b_)
                           : 1.0 - front / b_ * beta_fraction(1.0 - x, b_, a_);
}

BetaCdf::ShapeGradient BetaCdf::shape_gradient(double x) const {
  if (x <= 0.0 || x >= 1.0) return {0.0, 0.0};
  const double log_x = std::log(x);
  const double log_one_minus_x = std::log1p(-x);
  const double front = std::exp(a_ * log_x + b_ * log_one_minus_x - log_beta_);
  const Dual scaled = {front, front * (log_x + d_a_), front * (log_one_minus_x + d_b_)};
  const Dual a = {a_, 1.0, 0.0};
  const Dual b = {b_, 0.0, 1.0};
  if (is_low(x, a_, b_)) {
    const Dual low = scaled / a * beta_fraction(x, a, b);
    return {low.d_a, low.d_b};
  }
  const Dual high = scaled / b * beta_fraction(1.0 - x, b, a);
  return {-high.d_a, -high.d_b};
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
  return -0.5 * z * z - half_log_two_pi - std::log(-z) + std::log(series);
}

}  // namespace craggy
