// Special functions that the standard library lacks, with the derivatives that gradients need.
#pragma once

namespace craggy {

/// ψ(x) = d log Γ(x) / dx for x > 0.
double digamma(double x);

struct IncompleteBeta {
  double value;  // I_x(a, b), the CDF of Beta(a, b)
  double d_a;
  double d_b;
  double d_x;  // the density; infinite at x = 0 if a < 1 and at x = 1 if b < 1
};
/// Regularised incomplete beta function for x in [0, 1] and a, b > 0, with its derivatives.
IncompleteBeta incomplete_beta(double x, double a, double b);

/// log Φ(z), accurate in the far lower tail.
double log_normal_cdf(double z);

/// Φ(z).
double normal_cdf(double z);

}  // namespace craggy
