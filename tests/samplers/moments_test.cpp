// Known moments and quantiles: what every sampler has to get right, warm-up included.
#include <string>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "monte_carlo.hpp"
#include "samplers/samplers.hpp"
#include "support/gradient_check.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;
using testing::expect_mean;
using testing::expect_quantile;
using testing::Funnel;
using testing::Gaussian;
using testing::HalfGaussian;
using testing::LabelledGaussian;

constexpr Index num_chains = 4;

template <class D, class S>
std::vector<Chain> sample(const D& density, const S& sampler, const ChainOptions& options,
                          const Vector& start) {
  ThreadPool pool(1);
  Matrix initial_points = start.replicate(1, num_chains);
  RandomStream stream(99);
  for (double& entry : initial_points.topRows(density.size()).reshaped()) entry += 0.1 * stream.normal();
  auto chains = run_chains([&](Index) { return density; }, sampler, initial_points, options, 2024, 0, pool);
  for (const Chain& chain : chains) EXPECT_EQ(chain.status, ChainStatus::completed);
  return chains;
}

/// Means, variances and covariances with the first coordinate.
void expect_gaussian(const Gaussian& target, const std::vector<Chain>& chains, const std::string& what) {
  const Matrix first = coordinate_draws(chains, 0).array() - target.mean()[0];
  for (Index i = 0; i < target.size(); ++i) {
    const std::string where = what + ", coordinate " + std::to_string(i);
    const Matrix centred = coordinate_draws(chains, i).array() - target.mean()[i];
    expect_mean(centred, 0.0, where + ", mean");
    expect_mean(centred.cwiseAbs2(), target.covariance()(i, i), where + ", variance");
    expect_mean(centred.cwiseProduct(first), target.covariance()(i, 0), where + ", covariance");
  }
}

Gaussian one_dimensional() { return {Vector::Constant(1, 3.0), Matrix::Constant(1, 1, 4.0)}; }

Gaussian correlated() {
  Matrix covariance(2, 2);
  covariance << 1.0, 0.95, 0.95, 1.0;
  return {Vector::Constant(2, -1.0), covariance};
}

/// Condition number 100, eigenvectors off the axes.
Gaussian ten_dimensional() {
  const Index size = 10;
  Matrix rotation = Matrix::Identity(size, size);
  RandomStream stream(5);
  for (int i = 0; i < 3; ++i) {
    const Vector v = testing::normal_vector(stream, size).normalized();
    rotation = rotation * (Matrix::Identity(size, size) - 2.0 * v * v.transpose());
  }
  Vector variances(size);
  for (Index i = 0; i < size; ++i) variances[i] = std::pow(100.0, static_cast<double>(i) / 9.0 - 0.5);
  return {Vector::LinSpaced(size, -2.0, 2.0), rotation * variances.asDiagonal() * rotation.transpose()};
}

template <class S>
void expect_all_gaussians(const S& sampler, const ChainOptions& options) {
  for (const auto& [name, target] : {std::pair{"N(3, 4)", one_dimensional()},
                                     {"correlation 0.95", correlated()},
                                     {"condition 100", ten_dimensional()}})
    expect_gaussian(target, sample(target, sampler, options, target.mean()), name);
}

TEST(Moments, TargetsHaveCorrectGradients) {
  const auto expect_correct = [](auto density, const Vector& q) {
    Vector gradient(density.size());
    EXPECT_DOUBLE_EQ(density.evaluate(q, gradient), density.value(q));
    testing::expect_gradient(
        [&](const Vector& x) {
          Vector moved = q;
          moved.head(density.size()) = x;
          return density.value(moved);
        },
        q.head(density.size()), gradient);
  };
  expect_correct(ten_dimensional(), Vector::LinSpaced(10, -1.0, 2.0));
  expect_correct(Funnel(3, 1.5), Vector::LinSpaced(3, -1.0, 2.0));
  expect_correct(Banana(0.5), Vector::LinSpaced(2, -1.0, 2.0));
  Vector with_labels(5);
  with_labels << 0.3, -0.8, 1.0, 0.0, 1.0;
  expect_correct(LabelledGaussian(), with_labels);
}

TEST(Moments, SliceOnGaussians) {
  expect_all_gaussians(slice_sampler({.widths = Vector::Constant(1, 2.0)}),
                       {.num_warmup = 200, .num_draws = 4000});
}

TEST(Moments, PaperHmcOnGaussians) {
  expect_all_gaussians(paper_hmc_sampler({.num_leapfrog_steps = 10}),
                       {.num_warmup = 3000, .num_draws = 2000, .thinning = 3});
}

TEST(Moments, HmcOnGaussians) {
  expect_all_gaussians(hmc_sampler({.num_leapfrog_steps = 4}), {.num_warmup = 500, .num_draws = 3000});
}

TEST(Moments, NutsOnGaussians) {
  expect_all_gaussians(nuts_sampler(), {.num_warmup = 300, .num_draws = 2000});
}

TEST(Moments, NutsWithShortWarmUpsOnGaussians) {
  for (Index num_warmup : {0, 10, 20, 60, 160})
    expect_gaussian(correlated(),
                    sample(correlated(), nuts_sampler(), {.num_warmup = num_warmup, .num_draws = 2000},
                           correlated().mean()),
                    std::to_string(num_warmup) + " steps of warm-up");
}

/// Quantiles of N(0, 1).
constexpr std::array<std::pair<double, double>, 5> normal_quantiles = {{{0.05, -1.6448536269514722},
                                                                        {0.25, -0.6744897501960817},
                                                                        {0.5, 0.0},
                                                                        {0.75, 0.6744897501960817},
                                                                        {0.95, 1.6448536269514722}}};

template <class S>
void expect_funnel(const S& sampler, const ChainOptions& options) {
  const double scale = 1.5;
  const auto chains = sample(Funnel(3, scale), sampler, options, Vector::Zero(3));
  const Matrix log_variance = coordinate_draws(chains, 0);
  for (const auto& [probability, quantile] : normal_quantiles)
    expect_quantile(log_variance, scale * quantile, probability, "funnel");
}

TEST(Moments, SliceOnTheFunnel) {
  expect_funnel(slice_sampler({.widths = Vector::Constant(1, 3.0)}), {.num_warmup = 200, .num_draws = 10000});
}

TEST(Moments, NutsOnTheFunnel) {
  expect_funnel(nuts_sampler({}, {.target_acceptance = 0.98}), {.num_warmup = 500, .num_draws = 4000});
}

template <class S>
void expect_banana(const S& sampler, const ChainOptions& options) {
  const double scale = 0.5;
  const auto chains = sample(Banana(scale), sampler, options, Vector::Zero(2));
  const Matrix first = coordinate_draws(chains, 0);
  const Matrix second = coordinate_draws(chains, 1);
  const Matrix residual = (second - first.cwiseAbs2()) / scale;
  for (const auto& [probability, quantile] : normal_quantiles) {
    expect_quantile(first, quantile, probability, "banana, along");
    expect_quantile(residual, quantile, probability, "banana, across");
  }
  expect_mean(second, 1.0, "banana, mean of the second coordinate");
}

TEST(Moments, SliceOnTheBanana) { expect_banana(slice_sampler(), {.num_warmup = 200, .num_draws = 6000}); }

TEST(Moments, HmcOnTheBanana) {
  expect_banana(hmc_sampler({.num_leapfrog_steps = 10}, {.target_acceptance = 0.9}),
                {.num_warmup = 500, .num_draws = 4000});
}

TEST(Moments, NutsOnTheBanana) {
  expect_banana(nuts_sampler({}, {.target_acceptance = 0.95}), {.num_warmup = 500, .num_draws = 4000});
}

template <class S>
void expect_half_gaussian(const S& sampler, const ChainOptions& options) {
  const auto chains = sample(HalfGaussian(2), sampler, options, Vector::Ones(2));
  const Matrix first = coordinate_draws(chains, 0);
  const Matrix second = coordinate_draws(chains, 1);
  EXPECT_GT(first.minCoeff(), 0.0);
  EXPECT_TRUE(second.allFinite());
  expect_mean(first, std::sqrt(2.0 / std::numbers::pi), "half normal, mean");
  expect_mean(first.cwiseAbs2(), 1.0, "half normal, second moment");
  expect_mean(second, 0.0, "free coordinate, mean");
  expect_mean(second.cwiseAbs2(), 1.0, "free coordinate, variance");
  for (const Chain& chain : chains) EXPECT_GT(chain.num_failed_evaluations, 0);
}

TEST(Moments, DrawsStayInsideTheSupport) {
  expect_half_gaussian(slice_sampler(), {.num_warmup = 100, .num_draws = 3000});
  expect_half_gaussian(paper_hmc_sampler(), {.num_warmup = 1000, .num_draws = 5000});
  expect_half_gaussian(nuts_sampler(), {.num_warmup = 300, .num_draws = 5000});
}

TEST(Moments, NoPointIsSpoiltByAGradientFromOutsideTheSupport) {
  HalfGaussian density(2);
  RandomStream stream(3);
  run_chain(density, nuts_sampler(), Vector::Ones(2), {.num_warmup = 100, .num_draws = 500}, stream);
  run_chain(density, paper_hmc_sampler({.num_leapfrog_steps = 10}), Vector::Ones(2),
            {.num_warmup = 100, .num_draws = 500}, stream);
  EXPECT_EQ(density.num_spoilt_calls, 0);
}

template <class S>
void expect_labelled_gaussian(const S& sampler, const ChainOptions& options) {
  const LabelledGaussian density;
  Vector start = Vector::Zero(5);
  const auto chains = sample(density, with_label_sweep(sampler), options, start);
  Vector mean = Vector::Zero(2);
  for (Index code = 0; code < 8; ++code) {
    const double weight = density.weights()[static_cast<std::size_t>(code)];
    Matrix indicator(options.num_draws, num_chains);
    for (Index c = 0; c < num_chains; ++c)
      for (Index s = 0; s < options.num_draws; ++s)
        indicator(s, c) =
            LabelledGaussian::code_of(chains[static_cast<std::size_t>(c)].draws.col(s)) == code ? 1.0 : 0.0;
    expect_mean(indicator, weight, "labels " + std::to_string(code));
    mean += weight * density.conditional(code).first;
  }
  for (Index i = 0; i < 2; ++i) expect_mean(coordinate_draws(chains, i), mean[i], "continuous coordinate");
}

TEST(Moments, LabelsAndContinuousCoordinatesTogether) {
  expect_labelled_gaussian(nuts_sampler(), {.num_warmup = 200, .num_draws = 4000});
  expect_labelled_gaussian(slice_sampler(), {.num_warmup = 200, .num_draws = 4000});
}

}  // namespace
}  // namespace craggy
