#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "inference/quadrature_cases.hpp"

namespace craggy {
namespace {

using namespace testing;

// A smooth trend, and close pairs of observations that differ: a long lengthscale that leaves the differences
// to the jitter competes with a short one.
FitProblem two_modes() {
  Matrix X(1, 8);
  X << 0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 0.4003, 0.8003;
  Vector y(8);
  for (Index n = 0; n < 8; ++n) y[n] = std::sin(3 * X(0, n));
  y[6] += 0.071;
  y[7] -= 0.071;
  return problem_of(all_kinds[0], dataset(X, y), 1e-3);
}

TEST(QuadratureRobustness, SeesBothModes) {
  const FitProblem problem = two_modes();
  SurrogateDensity density = problem.density();
  const auto at = [&](double log_l) { return density.value(Vector::Constant(1, log_l)); };
  ASSERT_GT(at(-5.4), at(-3.6) + 4.0);
  ASSERT_GT(at(-1.15), at(-3.6) + 4.0);
  const Exact exact = brute_force(problem, {{-12, 6, 0.005}});
  const auto draws = quadrature_draws(problem, 2000);
  ASSERT_TRUE(draws);
  EXPECT_LT(largest_error(problem, *draws, exact), 0.01);
  const auto long_ones = (draws->draws.row(0).array() > -3.6).count();
  EXPECT_GT(long_ones, 400);
  EXPECT_LT(long_ones, 1600);
}

std::vector<std::pair<std::string, std::shared_ptr<const Dataset>>> hard_histories() {
  std::vector<std::pair<std::string, std::shared_ptr<const Dataset>>> sets;
  const auto add = [&](std::string name, const Matrix& X, const Vector& y) {
    sets.emplace_back(std::move(name), dataset(X, y));
  };
  RandomStream stream(13);
  Matrix X(2, 30);
  for (double& x : X.reshaped()) x = stream.uniform();
  Vector y(30);
  for (double& value : y) value = stream.normal();
  const Vector trend = X.row(0).transpose();
  add("one", X.leftCols(1), y.head(1));
  add("two", X.leftCols(2), y.head(2));
  add("white", X, y);
  add("linear", X, trend);
  add("constant", X, Vector::Constant(30, 3.0));
  Matrix repeated = X;
  repeated.rightCols(15) = X.leftCols(15);
  add("duplicates that differ", repeated, y);
  Vector same = y;
  same.tail(15) = y.head(15);
  add("duplicates that agree", repeated, same);
  add("one place", X.col(0).replicate(1, 30), y);
  add("two values", X, (y.array() > 0).cast<double>());
  Vector outlier = trend;
  outlier[4] = 1e6;
  add("outlier", X, outlier);
  Matrix close = X;
  for (Index n = 0; n < 30; ++n) close.col(n) = Vector::Constant(2, 0.5 + 1e-15 * static_cast<double>(n));
  add("spacing 1e-15", close, y);
  close.leftCols(15) = X.leftCols(15);
  add("half of it spaced 1e-15", close, trend);
  return sets;
}

TEST(QuadratureRobustness, SurvivesHardHistories) {
  for (const auto& [name, data] : hard_histories())
    for (const Kind& kind : all_kinds) {
      const FitProblem problem = problem_of(kind, data);
      const auto draws = quadrature_draws(problem, 40);
      ASSERT_TRUE(draws) << name;
      ASSERT_TRUE(draws->draws.allFinite()) << name;
      SurrogateDensity density = problem.density();
      // Coordinates that differ in their last digits make the density itself ragged where l is that small.
      const bool is_ragged = name.find("1e-15") != std::string::npos && kind.name == all_kinds[0].name;
      for (Index s = 0; s < 40; ++s) {
        const double value = density.value(draws->draws.col(s));
        EXPECT_NEAR(draws->log_density[s], value, (is_ragged ? 20.0 : 0.02) + 1e-8 * std::abs(value))
            << name << ", " << label(kind);
      }
      EXPECT_LT(draws->density_evaluations, is_ragged ? 250 : 60) << name << ", " << label(kind);
    }
}

// Close observations that contradict each other leave only a lengthscale of their distance, far out in the
// prior.
TEST(QuadratureRobustness, FollowsContradictionsToTinyLengthscales) {
  // Without the last point a long lengthscale is by far the best, so the other mode is not in sight of it.
  Matrix X(1, 12);
  X << Vector::LinSpaced(11, 0.0, 1.0).transpose(), 0.5 + 1e-8;
  Vector y = X.row(0).transpose();
  y[11] += 0.2;
  for (const Kind& kind : {all_kinds[0], all_kinds[1]}) {
    const FitProblem problem = problem_of(kind, dataset(X, y));
    const auto draws = quadrature_draws(problem, 500);
    std::vector<Axis> axes = {{-25, 6, 0.02}};
    if (kind.amplitude == Amplitude::sampled) axes.push_back({-4, 25, 0.2});
    const Exact exact = brute_force(problem, axes);
    EXPECT_LT(exact.mean[0], -10.0) << label(kind);
    EXPECT_LT(largest_error(problem, *draws, exact), 0.05) << label(kind);
    EXPECT_NEAR(draws->log_evidence, exact.log_evidence, 1e-3) << label(kind);
  }
}

TEST(QuadratureRobustness, IsNothingIfNoCovarianceFactorises) {
  const auto data = dataset(Matrix::Constant(2, 5, 0.5), Vector::LinSpaced(5, 0, 1));
  EXPECT_FALSE(quadrature_draws(problem_of(all_kinds[0], data, 1e-30), 10));
}

}  // namespace
}  // namespace craggy
