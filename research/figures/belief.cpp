#include "figures/belief.hpp"

#include <algorithm>
#include <cmath>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>

namespace craggy::figures {
namespace {

constexpr std::size_t num_grid_points = 401;
constexpr Index num_draws = 512;  // one cannot see more
constexpr double target_rhat = 1.05;

std::vector<double> as_list(const Vector& values) { return {values.begin(), values.end()}; }

}  // namespace

std::vector<double> Example::observed_values() const {
  std::vector<double> values;
  values.reserve(observed.size());
  for (const double x : observed) values.push_back(f(x));
  return values;
}

double BeliefCurve::next() const {
  const auto best = std::max_element(expected_improvement.begin(), expected_improvement.end());
  return x[static_cast<std::size_t>(best - expected_improvement.begin())];
}

std::vector<double> unit_grid(std::size_t num_points) {
  std::vector<double> grid(num_points);
  for (std::size_t i = 0; i < num_points; ++i)
    grid[i] = static_cast<double>(i) / static_cast<double>(num_points - 1);
  return grid;
}

BeliefCurve believe(const Example& example, const BeliefCurveOptions& options, ThreadPool* pool,
                    const std::stop_token& stop) {
  const std::vector<double> values = example.observed_values();
  const auto N = static_cast<Index>(values.size());
  const auto data = std::make_shared<const Dataset>(make_dataset(
      Eigen::Map<const Matrix>(example.observed.data(), 1, N), Eigen::Map<const Vector>(values.data(), N)));
  const bool latent = surrogate_entry(options.surrogate).uses_sigma_h;
  const auto surrogate = make_surrogate(
      options.surrogate, {.sigma_h = latent ? std::vector<double>{options.sigma_h} : std::vector<double>{}});
  const InferenceOptions inference{
      .num_draws = num_draws, .target_rhat = target_rhat, .new_latent = options.new_latent};
  const Fit fitted = fit(surrogate, data, inference, {.seed = options.seed}, pool, stop);

  BeliefCurve belief{.x = unit_grid(num_grid_points), .mean = {}, .sd = {}, .expected_improvement = {}};
  const Eigen::Map<const Matrix> X(belief.x.data(), 1, static_cast<Index>(belief.x.size()));
  const Prediction prediction = fitted.posterior.predict(X, pool);
  belief.mean = as_list(prediction.mean);
  belief.sd = as_list(prediction.sd);
  const auto log_ei = log_expected_improvement(fitted.posterior, data->y.minCoeff());
  belief.expected_improvement =
      as_list(data->standardisation.scale * log_ei->evaluate(X, pool).array().exp());
  return belief;
}

std::vector<double> follow(Example example, const BeliefCurveOptions& options, std::size_t steps,
                           ThreadPool* pool, const std::stop_token& stop) {
  std::vector<double> visited;
  for (std::size_t k = 0; k < steps; ++k) {
    visited.push_back(believe(example, options, pool, stop).next());
    example.observed.push_back(visited.back());
  }
  return visited;
}

}  // namespace craggy::figures
