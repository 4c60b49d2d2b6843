// The posterior of a surrogate that suits quadrature, one lengthscale at a time: with K = K(l) decomposed,
// amplitude a and noise variance s² are integrated out on grids that cost O(N) per node.
#pragma once

#include <optional>
#include <vector>

#include "inference/log_curve.hpp"
#include "inference/run_sampler.hpp"

namespace craggy {

struct Interval {
  double low, high;
};

/// Positions from end to end of the interval, `step` apart or less, at least twelve steps.
std::vector<double> even_steps(const Interval& interval, double step);

/// What is known at one log l.
struct LengthscaleSlice {
  double log_density = 0.0;  // all other unknowns integrated out; −∞ if that failed
  // Over log a or log s², whichever is sampled; with both, over log τ = log s² − log a. Nothing without
  // either.
  std::optional<LogCurve> rest{};
  std::vector<double> log_forms{};  // with both: log yᵀ·(K + τ·I)⁻¹·y at the nodes of `rest`, in their order

  double log_form(double log_tau) const;  // interpolated; NaN without `rest`
};

class QuadratureTarget {
 public:
  explicit QuadratureTarget(const FitProblem& problem);

  bool has_amplitude() const { return amplitude_prior_ != nullptr; }
  bool has_noise() const { return noise_prior_ != nullptr; }
  Index num_unknowns() const { return 1 + (has_amplitude() ? 1 : 0) + (has_noise() ? 1 : 0); }

  Interval bulk_of_lengthscale() const { return lengthscale_bulk_; }
  /// Between two points that differ; +∞ if there are none.
  double log_smallest_distance() const;

  LengthscaleSlice slice(double log_l) const;

  /// With both sampled: the density of log a, given τ = s²/a and form = yᵀ·(K + τ·I)⁻¹·y, without the factors
  /// that do not depend on a.
  std::optional<LogCurve> scales(double log_tau, double form) const;

 private:
  // log p(log a) + log p(log s² = log a + log τ) − ½·(N·log a + form/a).
  struct Scale {
    struct Peak {
      double position, width;
    };
    ValueAndDerivative operator()(double log_a) const;
    Peak peak() const;
    double log_integral() const;

    const QuadratureTarget& target;
    double log_tau, form;
  };
  LengthscaleSlice noiseless_slice(const Matrix& K, double constant) const;

  FitProblem problem_;
  Matrix Z_;
  ScalarPriorPtr lengthscale_prior_, amplitude_prior_, noise_prior_;
  Interval lengthscale_bulk_{};
  std::vector<double> rest_scan_;
};

}  // namespace craggy
