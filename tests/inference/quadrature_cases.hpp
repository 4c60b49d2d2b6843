// What the tests of quadrature share: the surrogates that suit it, data, and integration by brute force.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "inference/quadrature.hpp"
#include "posterior/conditioned_gp.hpp"

namespace craggy::testing {

inline constexpr double jitter = 1e-6;

struct Kind {
  std::string_view name;
  Amplitude amplitude;
};
inline constexpr std::array all_kinds = {
    Kind{"noiseless", Amplitude::unit}, Kind{"noiseless", Amplitude::sampled},
    Kind{"homoscedastic", Amplitude::unit}, Kind{"homoscedastic", Amplitude::sampled}};

inline std::string label(const Kind& kind) {
  return std::string(kind.name) + (kind.amplitude == Amplitude::sampled ? " with amplitude" : "");
}

inline FitProblem problem_of(const Kind& kind, const std::shared_ptr<const Dataset>& data,
                             double used = jitter) {
  SurrogateOptions options;
  options.amplitude = kind.amplitude;
  return {make_surrogate(kind.name, options), data, used};
}

inline std::shared_ptr<const Dataset> dataset(Matrix X, const Vector& y) {
  return std::make_shared<Dataset>(make_dataset(std::move(X), y));
}

// A rough function of two inputs.
inline std::shared_ptr<const Dataset> rough_data(Index N, std::uint64_t seed) {
  RandomStream stream(seed);
  Matrix X(2, N);
  for (double& x : X.reshaped()) x = stream.uniform();
  Vector y(N);
  for (Index n = 0; n < N; ++n) y[n] = std::sin(7 * X(0, n)) + X(1, n) + 0.3 * stream.normal();
  return dataset(X, y);
}

inline Matrix some_points() {
  Matrix X(2, 3);
  X << 0.1, 0.5, 0.9, 0.2, 0.6, 0.3;
  return X;
}

// Functions of the unknowns whose posterior means are compared: the unknowns, their squares and products,
// where each lies (a distribution function, smoothed so that a grid can integrate it), and predictions.
inline Vector quantities(const FitProblem& problem, const Vector& u) {
  std::vector<double> q;
  for (Index i = 0; i < u.size(); ++i) {
    q.push_back(u[i]);
    for (Index j = 0; j <= i; ++j) q.push_back(u[i] * u[j]);
    for (double centre : {-3.0, -2.0, -1.0, 0.0, 1.0})
      q.push_back(1.0 / (1.0 + std::exp((u[i] - centre) / 0.3)));
  }
  const Matrix X = some_points().topRows(problem.data->num_inputs());
  Vector mean(X.cols());
  Vector variance(X.cols());
  ConditionedGp::make(problem.surrogate, problem.data, problem.jitter, u)
      ->predict(X, Vector(), mean, variance);
  q.insert(q.end(), mean.begin(), mean.end());
  q.insert(q.end(), variance.begin(), variance.end());
  return Eigen::Map<Vector>(q.data(), static_cast<Index>(q.size()));
}

struct Exact {
  double log_evidence;
  Vector mean, sd;  // of the quantities
};

// The trapezoidal rule on a product grid over all that can matter: exponentially precise for smooth
// densities.
struct Axis {
  double low, high, step;
  Index count() const { return static_cast<Index>((high - low) / step) + 1; }
};
inline Exact brute_force(const FitProblem& problem, const std::vector<Axis>& axes) {
  SurrogateDensity density = problem.density();
  Index total = 1;
  double log_cell = 0.0;
  for (const Axis& axis : axes) {
    total *= axis.count();
    log_cell += std::log(axis.step);
  }
  const auto node = [&](Index index) {
    Vector u(static_cast<Index>(axes.size()));
    for (std::size_t k = 0; k < axes.size(); ++k) {
      u[static_cast<Index>(k)] = axes[k].low + axes[k].step * static_cast<double>(index % axes[k].count());
      index /= axes[k].count();
    }
    return u;
  };
  Vector values(total);
  for (Index i = 0; i < total; ++i) values[i] = density.value(node(i));
  const double best = values.maxCoeff();
  double sum = 0.0;
  Vector first;
  Vector second;
  for (Index i = 0; i < total; ++i) {
    const double weight = std::exp(values[i] - best);
    sum += weight;
    if (weight < 1e-9) continue;
    const Vector q = quantities(problem, node(i));
    if (first.size() == 0) first = second = Vector::Zero(q.size());
    first += weight * q;
    second += weight * q.cwiseAbs2();
  }
  first /= sum;
  second /= sum;
  return {best + std::log(sum) + log_cell, first, (second - first.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt()};
}

// Largest error of a posterior mean, in posterior standard deviations.
inline double largest_error(const FitProblem& problem, const QuadratureDraws& draws, const Exact& exact) {
  Vector mean = Vector::Zero(exact.mean.size());
  for (Index s = 0; s < draws.draws.cols(); ++s)
    mean += quantities(problem, draws.draws.col(s)) / static_cast<double>(draws.draws.cols());
  return (mean - exact.mean).cwiseAbs().cwiseQuotient((exact.sd.array() + 1e-4).matrix()).maxCoeff();
}

}  // namespace craggy::testing
