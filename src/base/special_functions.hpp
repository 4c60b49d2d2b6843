// Special functions that the standard library lacks, with the derivatives that gradients need.
#pragma once

namespace craggy {

/// ½·log 2π, of the normal density.
inline constexpr double half_log_two_pi = 0.91893853320467274178;

/// log Γ(x) for x > 0. Unlike std::lgamma it writes no global variable.
double log_gamma(double x);

/// ψ(x) = d log Γ(x) / dx for x > 0.
double digamma(double x);

/// The CDF of Beta(a, b), which is the regularised incomplete beta function I_x(a, b), for many x at one a
/// and b.
class BetaCdf {
 public:
  BetaCdf(double a, double b);

  double value(double x) const;    // x in [0, 1]
  double density(double x) const;  // d value / dx: infinite at 0 if a < 1 and at 1 if b < 1

  struct ShapeGradient {
    double d_a;
    double d_b;
  };
  ShapeGradient shape_gradient(double x) const;  // of value

 private:
  double a_, b_;
  double log_beta_;   // log B(a, b)
  double d_a_, d_b_;  // of −log B(a, b)
};

/// log Φ(z), accurate in the far lower tail.
double log_normal_cdf(double z);

/// Φ(z).
double normal_cdf(double z);

}  // namespace craggy
