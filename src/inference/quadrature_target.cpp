#include "inference/quadrature_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/cancellation.hpp"
#include "inference/shifted_covariance.hpp"
#include "linalg/cholesky.hpp"

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Errors of the inner integrals look like noise to the outer grid, so they are smaller than its own.
constexpr double rest_tolerance = 3e-5;
// Of the conditional density of one draw.
constexpr double scale_tolerance = 1e-3;

// Where the sum over a peak ends: its terms fall faster than a geometric series.
constexpr double negligible = 1e-9;
constexpr double max_terms = 1000.0;

// Where a prior has all but 1e-8 of its mass: ±6 standard deviations of a normal.
constexpr double bulk_depth = 18.0;

Interval bulk_of(const ScalarPrior& prior) {
  constexpr double reach = 100.0;
  constexpr double step = 0.25;
  double best = minus_infinity;
  for (double u = -reach; u <= reach; u += step) best = std::max(best, prior.log_density(u).value);
  Interval bulk{reach, -reach};
  for (double u = -reach; u <= reach; u += step) {
    if (prior.log_density(u).value < best - bulk_depth) continue;
    bulk.low = std::min(bulk.low, u);
    bulk.high = std::max(bulk.high, u);
  }
  return bulk;
}

// Of the difference x − y of independent quantities.
Interval bulk_of_difference(const Interval& x, const Interval& y) {
  const double centre = 0.5 * (x.low + x.high) - 0.5 * (y.low + y.high);
  const double reach = 0.5 * std::hypot(x.high - x.low, y.high - y.low);
  return {centre - reach, centre + reach};
}

}  // namespace

std::vector<double> even_steps(const Interval& interval, double step) {
  const double width = interval.high - interval.low;
  const double count = std::max(12.0, std::ceil(width / step));
  std::vector<double> positions;
  for (double k = 0.0; k <= count; k += 1.0) positions.push_back(interval.low + width * k / count);
  return positions;
}

double LengthscaleSlice::log_form(double log_tau) const {
  if (!rest) return NAN;
  const std::size_t cell = rest->cell_of(log_tau);
  return CellCubic(rest->positions(), log_forms, cell)(log_tau);
}

QuadratureTarget::QuadratureTarget(const FitProblem& problem) : problem_(problem) {
  const Shape shape{problem.data->num_inputs(), problem.data->size()};
  const Layout layout = problem.surrogate->layout(shape);
  const ParameterBlocks covariance = problem.surrogate->covariance->blocks(shape);
  const ParameterBlocks noise = problem.surrogate->noise->blocks(shape);
  lengthscale_prior_ = covariance[0].prior;
  if (covariance.size() > 1) amplitude_prior_ = covariance[1].prior;
  if (!noise.empty()) noise_prior_ = noise[0].prior;
  Z_ = embedded_inputs(*problem.surrogate, layout, Vector::Zero(layout.total()), problem.data->X);

  lengthscale_bulk_ = bulk_of(*lengthscale_prior_);
  if (has_amplitude() && has_noise()) {
    rest_scan_ = even_steps(bulk_of_difference(bulk_of(*noise_prior_), bulk_of(*amplitude_prior_)), 1.5);
  } else if (num_unknowns() > 1) {
    rest_scan_ = even_steps(bulk_of(has_noise() ? *noise_prior_ : *amplitude_prior_), 1.0);
  }
}

double QuadratureTarget::log_smallest_distance() const {
  double smallest = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < Z_.cols(); ++j)
    for (Index i = j + 1; i < Z_.cols(); ++i) {
      const double squared = (Z_.col(i) - Z_.col(j)).squaredNorm();
      if (squared > 0.0) smallest = std::min(smallest, squared);
    }
  return 0.5 * std::log(smallest);
}

LengthscaleSlice QuadratureTarget::noiseless_slice(const Matrix& K, double constant) const {
  Matrix C = K;
  C.diagonal().array() += problem_.jitter;
  Cholesky cholesky;
  if (!cholesky.factorise(C)) return {minus_infinity};
  Vector white = problem_.data->y;
  cholesky.solve_lower_in_place(white);
  return {constant - 0.5 * (cholesky.log_determinant() + white.squaredNorm())};
}

LengthscaleSlice QuadratureTarget::slice(double log_l) const {
  throw_if_stopped();
  const Index N = Z_.cols();
  const auto size = static_cast<double>(N);
  const double constant =
      lengthscale_prior_->log_density(log_l).value - 0.5 * size * std::log(2.0 * std::numbers::pi);
  Vector u = Vector::Zero(has_amplitude() ? 2 : 1);  // log a = 0: K of unit variance
  u[0] = log_l;
  Matrix K(N, N);
  problem_.surrogate->covariance->matrix(u, problem_.data->num_inputs(), Z_, K);
  if (!K.allFinite()) return {minus_infinity};
  if (num_unknowns() == 1) return noiseless_slice(K, constant);

  // C = a·(K + τ·I), so log|C| = N·log a + log|K + τ·I| and yᵀ·C⁻¹·y = form/a.
  const ShiftedCovariance shifted(K, problem_.data->y);
  const double log_jitter = std::log(problem_.jitter);
  LengthscaleSlice result;
  std::vector<double> shifts;
  std::vector<LogDeterminantAndForm> parts;
  result.rest = LogCurve::explore(
      rest_scan_, rest_tolerance, [&](std::span<const double> positions, std::span<double> values) {
        shifts.resize(positions.size());
        parts.resize(positions.size());
        const bool amplitude_alone = has_amplitude() && !has_noise();
        for (std::size_t i = 0; i < positions.size(); ++i)
          shifts[i] = std::exp(amplitude_alone ? log_jitter - positions[i] : positions[i]);
        shifted.evaluate(shifts, parts);
        for (std::size_t i = 0; i < positions.size(); ++i) {
          const double x = positions[i];
          const auto [log_determinant, form] = parts[i];
          values[i] = constant - 0.5 * log_determinant;
          if (amplitude_alone) {
            values[i] += amplitude_prior_->log_density(x).value - 0.5 * (size * x + form * std::exp(-x));
          } else if (!has_amplitude()) {
            values[i] += noise_prior_->log_density(x).value - 0.5 * form;
          } else {
            values[i] += Scale{*this, x, form}.log_integral();
            result.log_forms.push_back(std::log(std::max(form, std::numeric_limits<double>::min())));
          }
        }
      });
  result.log_density = result.rest ? result.rest->log_integral() : minus_infinity;
  if (result.rest && !result.log_forms.empty()) {
    std::vector<double> sorted;
    for (std::size_t evaluation : result.rest->evaluation_of())
      sorted.push_back(result.log_forms[evaluation]);
    result.log_forms = std::move(sorted);
  }
  return result;
}

ValueAndDerivative QuadratureTarget::Scale::operator()(double log_a) const {
  const ValueAndDerivative amplitude = target.amplitude_prior_->log_density(log_a);
  const ValueAndDerivative noise = target.noise_prior_->log_density(log_a + log_tau);
  const auto size = static_cast<double>(target.Z_.cols());
  const double scaled_form = form * std::exp(-log_a);
  return {amplitude.value + noise.value - 0.5 * (size * log_a + scaled_form),
          amplitude.derivative + noise.derivative - 0.5 * (size - scaled_form)};
}

QuadratureTarget::Scale::Peak QuadratureTarget::Scale::peak() const {
  // Bisection of the derivative: the priors are log-concave in u, so there is one maximum.
  double low = -300.0;
  double high = 300.0;
  for (int step = 0; step < 20; ++step) {
    const double middle = 0.5 * (low + high);
    ((*this)(middle).derivative > 0.0 ? low : high) = middle;
  }
  constexpr double nearby = 0.01;
  const double curvature =
      ((*this)(low - nearby).derivative - (*this)(low + nearby).derivative) / (2.0 * nearby);
  return {low, curvature > 0.0 ? 1.0 / std::sqrt(curvature) : 1.0};
}

double QuadratureTarget::Scale::log_integral() const {
  // The trapezoidal rule converges exponentially on a smooth peak: to 1e-13 at 0.8 standard deviations.
  const Peak top = peak();
  const double best = (*this)(top.position).value;
  const double step = 0.8 * top.width;
  double sum = 1.0;
  for (double direction : {-step, step}) {
    double term = 1.0;
    for (double k = 1.0; term > negligible && k < max_terms; k += 1.0) {
      term = std::exp((*this)(top.position + k * direction).value - best);
      sum += term;
    }
  }
  return best + std::log(step * sum);
}

std::optional<LogCurve> QuadratureTarget::scales(double log_tau, double form) const {
  const Scale scale{*this, log_tau, form};
  const auto [position, width] = scale.peak();
  return LogCurve::explore(even_steps({position - 6.0 * width, position + 6.0 * width}, width),
                           scale_tolerance, [&](std::span<const double> positions, std::span<double> values) {
                             for (std::size_t i = 0; i < positions.size(); ++i)
                               values[i] = scale(positions[i]).value;
                           });
}

}  // namespace craggy
