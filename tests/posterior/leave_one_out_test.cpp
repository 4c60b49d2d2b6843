// Leaving observations out by the inverses at hand, against conditioning the same draws on the rest.
#include "posterior/leave_one_out.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "posterior/latent_nodes.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {
namespace {

constexpr double jitter = 1e-4;
constexpr Index Q = 2;

std::shared_ptr<const Dataset> without(const Dataset& data, Index left_out) {
  Dataset rest{Matrix(data.num_inputs(), data.size() - 1), Vector(data.size() - 1), data.standardisation};
  for (Index n = 0, at = 0; n < data.size(); ++n) {
    if (n == left_out) continue;
    rest.X.col(at) = data.X.col(n);
    rest.y[at++] = data.y[n];
  }
  return std::make_shared<const Dataset>(std::move(rest));
}

// The blocks with a scalar per observation lose that of the one that is left out.
Vector without(const Surrogate& surrogate, const Vector& u, Index num_observations, Index left_out,
               Index num_inputs = Q) {
  std::vector<double> kept;
  Index position = 0;
  const auto keep = [&](Index count) {
    const Index per_observation = count / num_observations;
    for (Index i = 0; i < count; ++i, ++position)
      if (per_observation == 0 || count % num_observations != 0 || i / per_observation != left_out)
        kept.push_back(u[position]);
  };
  for (const ParameterBlock& block : surrogate.blocks({num_inputs, num_observations})) keep(block.count);
  keep(u.size() - position);  // labels
  return Eigen::Map<const Vector>(kept.data(), std::ssize(kept));
}

std::shared_ptr<const Surrogate> surrogate_of(const std::string& name) {
  SurrogateOptions options{.sigma_h = {0.15}};
  if (name == "latent") options.latent_dimension = 2;
  if (name == "noiseless") options = {.ard = true, .main_effects = true};
  return make_surrogate(name, options);
}

class EverySurrogateLeavesOut : public ::testing::TestWithParam<std::string> {
 protected:
  static constexpr Index N = 14;  // more than a tile
  std::shared_ptr<const Surrogate> surrogate = surrogate_of(GetParam());
  std::shared_ptr<const Dataset> data = testing::rippled_bowl(Q, N);
  RandomStream stream{3};
  std::vector<ConditionedGp> draws = testing::prior_draws(surrogate, data, 5, stream, jitter);
  void expect_refits(const std::vector<DrawGroupPtr>& groups) const;
};

TEST_P(EverySurrogateLeavesOut, WhatTheSameDrawSaysWithoutTheObservation) {
  expect_refits(one_by_one(draws));
  if (LaneDensity::supports(*surrogate, {Q, N}))
    expect_refits(
        condition_draws(surrogate, data, jitter, testing::unknowns_of(draws), default_simd_level()));
}

void EverySurrogateLeavesOut::expect_refits(const std::vector<DrawGroupPtr>& groups) const {
  const Index D = groups.front()->latent_dimension();
  Index first = 0;
  for (const DrawGroupPtr& group : groups) {
    const ObservationTerms terms = group->observation_terms();
    for (const double z_new : {0.0, 0.8}) {
      const Vector z = Vector::Constant(D, z_new);
      Matrix mean(group->num_draws(), N);
      Matrix variance(group->num_draws(), N);
      group->leave_one_out(z, mean, variance);
      for (Index s = 0; s < group->num_draws(); ++s)
        for (Index n = 0; n < N; ++n) {
          const Vector& u = draws[static_cast<std::size_t>(first + s)].unknowns();
          const auto rest =
              ConditionedGp::make(surrogate, without(*data, n), jitter, without(*surrogate, u, N, n));
          ASSERT_TRUE(rest);
          const auto expected = testing::predict_at(*rest, data->X.col(n), z);
          EXPECT_NEAR(mean(s, n), expected.mean[0], 1e-8 * (1.0 + std::abs(expected.mean[0]))) << n;
          EXPECT_NEAR(variance(s, n), expected.variance[0], 1e-8) << n;
        }
    }
    // The observation itself, at its own latent.
    if (D > 0 && GetParam() == "latent")
      for (Index s = 0; s < group->num_draws(); ++s)
        for (Index n = 0; n < N; ++n) {
          const Vector& u = draws[static_cast<std::size_t>(first + s)].unknowns();
          const Vector z = u.segment(surrogate->layout({Q, N}).latent.begin + n * D, D);
          const auto rest =
              ConditionedGp::make(surrogate, without(*data, n), jitter, without(*surrogate, u, N, n));
          const auto expected = testing::predict_at(*rest, data->X.col(n), z);
          EXPECT_NEAR(data->y[n] - terms.alpha(s, n) / terms.precision(s, n), expected.mean[0], 1e-8);
          EXPECT_NEAR(1.0 / terms.precision(s, n), expected.variance[0] + terms.noise_variance(s, n), 1e-8);
          EXPECT_NEAR(terms.latent_distance(s, n), 0.15 * z.norm(), 1e-14);
        }
    first += group->num_draws();
  }
}

INSTANTIATE_TEST_SUITE_P(Surrogates, EverySurrogateLeavesOut,
                         ::testing::Values("noiseless", "homoscedastic", "heteroscedastic", "warped",
                                           "latent", "latent+noise", "latent+warped", "contaminated",
                                           "input_noise", "additive"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (c == '+') c = '_';
                           return name;
                         });

double density_of(double y, double mean, double variance) {
  return std::exp(-0.5 * std::pow(y - mean, 2) / variance) / std::sqrt(2.0 * std::acos(-1.0) * variance);
}

TEST(LeaveOneOut, ADrawThatExplainsAnObservationBadlyCountsForMoreUpToALimit) {
  constexpr Index N = 9;
  constexpr Index S = 12;
  const auto data = testing::rippled_bowl(1, N);
  const LeaveOneOut result = leave_one_out(testing::prior_posterior("homoscedastic", data, S), data->y);
  int num_truncated = 0;
  for (Index n = 0; n < N; ++n) {
    Vector density(S);
    for (Index s = 0; s < S; ++s)
      density[s] = density_of(data->y[n], result.mean(s, n), result.variance(s, n));
    const Vector untruncated = density.cwiseInverse();
    const double limit = std::sqrt(static_cast<double>(S)) * untruncated.mean();
    if (untruncated.maxCoeff() > limit) ++num_truncated;
    Vector weights = untruncated.cwiseMin(limit);
    weights /= weights.sum();
    EXPECT_LT((result.weights.col(n) - weights).norm(), 1e-12);
    EXPECT_NEAR(result.effective_draws[n], 1.0 / weights.squaredNorm(), 1e-12);
    EXPECT_NEAR(result.log_density[n], std::log(weights.dot(density)), 1e-12);
  }
  EXPECT_GT(num_truncated, 0);
  EXPECT_LT(num_truncated, N);
}

// Each node is a prediction by the draw without the observation, and all of them are p(y_n | the others).
TEST(LeaveOneOut, ItsOwnLatentHasItsPrior) {
  constexpr Index N = 9;
  const auto data = testing::rippled_bowl(1, N);
  const Posterior posterior = testing::prior_posterior("latent+noise", data, 3);
  const LeaveOneOut result = leave_one_out(posterior, data->y);
  const LatentNodes rule = gauss_hermite(8);
  ASSERT_EQ(result.weights.rows(), 3 * 8);
  const auto surrogate = testing::surrogate_with("latent+noise", 0.1);
  const std::vector<Vector> draws = posterior.draws();
  for (Index n = 0; n < N; ++n) {
    Vector inverse_density(3);
    for (Index s = 0; s < 3; ++s) {
      const Vector& u = draws[static_cast<std::size_t>(s)];
      const auto rest =
          ConditionedGp::make(surrogate, without(*data, n), 1e-6, without(*surrogate, u, N, n, 1));
      ASSERT_TRUE(rest);
      Vector noise(N);
      diagonal_variances(*surrogate, surrogate->layout({1, N}), u, 1e-6, noise);
      double density = 0.0;
      for (Index i = 0; i < 8; ++i) {
        const auto expected = testing::predict_at(*rest, data->X.col(n), rule.nodes.col(i));
        EXPECT_NEAR(result.mean(8 * s + i, n), expected.mean[0], 1e-8);
        EXPECT_NEAR(result.variance(8 * s + i, n), expected.variance[0] + noise[n], 1e-8);
        density +=
            rule.weights[i] * density_of(data->y[n], expected.mean[0], expected.variance[0] + noise[n]);
      }
      inverse_density[s] = 1.0 / density;
    }
    Vector weights = inverse_density.cwiseMin(std::sqrt(3.0) * inverse_density.mean());
    weights /= weights.sum();
    for (Index s = 0; s < 3; ++s)
      EXPECT_LT((result.weights.col(n).segment(8 * s, 8) - weights[s] * rule.weights).norm(), 1e-6);
    EXPECT_NEAR(result.log_density[n], std::log(weights.dot(inverse_density.cwiseInverse())), 1e-6);
  }
}

TEST(LeaveOneOut, OfASingleObservationThePriorIsLeft) {
  const auto data = testing::rippled_bowl(1, 1);
  for (const char* name : {"latent", "noiseless"}) {
    const LeaveOneOut result = leave_one_out(testing::prior_posterior(name, data, 4), data->y);
    EXPECT_LT(result.mean.cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((result.variance.array() - 1.0).abs().maxCoeff(), 1e-5);
    EXPECT_NEAR(result.effective_draws[0], 4.0, 1e-9);
  }
}

}  // namespace
}  // namespace craggy
