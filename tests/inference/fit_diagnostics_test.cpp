#include "inference/fit_diagnostics.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "posterior/condition_draws.hpp"
#include "samplers/diagnostics.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

constexpr Index num_chains = 3;
constexpr Index num_draws = 16;  // of each

// Chains around log lengthscales of their own: of the noiseless GP, which has no other unknown.
std::vector<Chain> example_chains() {
  RandomStream stream(17);
  std::vector<Chain> chains(num_chains);
  for (Index c = 0; c < num_chains; ++c) {
    Matrix draws(1, num_draws);
    for (double& u : draws.reshaped()) u = -1.0 + 0.7 * static_cast<double>(c) + 0.1 * stream.normal();
    chains[static_cast<std::size_t>(c)].draws = draws;
  }
  return chains;
}

class PredictiveDiagnosticsTest : public ::testing::Test {
 protected:
  Fit fit_of(const std::vector<Chain>& chains, NewLatent new_latent = NewLatent::collapsed) const {
    ConditionedChains conditioned = condition_chains(problem_, chains, default_simd_level());
    FitDiagnostics diagnostics;
    diagnostics.chains = num_chains;
    return {Posterior(std::move(conditioned.groups), problem_.data->standardisation, new_latent), diagnostics,
            std::nullopt, std::move(conditioned.chain_of_draw)};
  }

  // Of the means of each draw alone, at the worst of the points.
  PredictiveDiagnostics expected(const std::vector<Chain>& chains, Index first, Index count) const {
    PredictiveDiagnostics worst{1.0, std::numeric_limits<double>::infinity()};
    for (Index m = 0; m < points_.cols(); ++m) {
      Matrix means(count, num_chains);
      for (Index c = 0; c < num_chains; ++c)
        for (Index s = 0; s < count; ++s) {
          const std::vector<Vector> draw = {chains[static_cast<std::size_t>(c)].draws.col(first + s)};
          means(s, c) = Posterior(condition_draws(problem_.surrogate, problem_.data, problem_.jitter, draw,
                                                  default_simd_level()),
                                  problem_.data->standardisation)
                            .components(points_.col(m))
                            .mean(0, 0);
        }
      worst.rhat_max = std::max(worst.rhat_max, rhat(means));
      worst.ess_min = std::min(worst.ess_min, ess_bulk(means));
    }
    return worst;
  }

  RandomStream stream_{5};
  FitProblem problem_{testing::surrogate_with("noiseless", 0.0), testing::rippled_bowl(2, 9), 1e-6};
  Matrix points_ = testing::uniform_points(2, 4, stream_);
};

TEST_F(PredictiveDiagnosticsTest, AreThoseOfTheMeansChainByChain) {
  const std::vector<Chain> chains = example_chains();
  const Fit fit = fit_of(chains);
  ASSERT_EQ(fit.posterior.num_draws(), num_chains * num_draws);
  const PredictiveDiagnostics found = predictive_diagnostics(fit, points_);
  const PredictiveDiagnostics reference = expected(chains, 0, num_draws);
  EXPECT_GT(reference.rhat_max, 1.5);  // the chains are apart
  EXPECT_NEAR(found.rhat_max, reference.rhat_max, 1e-6);
  EXPECT_NEAR(found.ess_min, reference.ess_min, 1e-6);
}

// Draws that were dropped must not push those behind them into another chain.
TEST_F(PredictiveDiagnosticsTest, DroppedDrawsLeaveTheOthersInTheirChains) {
  std::vector<Chain> chains = example_chains();
  for (const Index s : {0, 1, 2, 3, 4, 5}) chains[0].draws(0, s) = std::nan("");
  const Fit fit = fit_of(chains);
  ASSERT_EQ(fit.posterior.num_draws(), num_chains * num_draws - 6);
  for (Index draw = 0; draw < fit.posterior.num_draws(); ++draw)
    EXPECT_EQ(fit.chain_of_draw[static_cast<std::size_t>(draw)], draw < 10 ? 0 : (draw < 26 ? 1 : 2));
  const PredictiveDiagnostics found = predictive_diagnostics(fit, points_);
  const PredictiveDiagnostics reference = expected(chains, 6, 10);
  EXPECT_NEAR(found.rhat_max, reference.rhat_max, 1e-6);
  EXPECT_NEAR(found.ess_min, reference.ess_min, 1e-6);
}

TEST_F(PredictiveDiagnosticsTest, AChainThatHasNoDrawLeftHasNotConverged) {
  std::vector<Chain> chains = example_chains();
  chains[1].draws.setConstant(std::nan(""));
  const PredictiveDiagnostics found = predictive_diagnostics(fit_of(chains), points_);
  EXPECT_EQ(found.rhat_max, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.ess_min, 0.0);
}

TEST_F(PredictiveDiagnosticsTest, PointsOfAQuadratureHaveNothingToConverge) {
  Fit fit = fit_of(example_chains());
  fit.diagnostics.chains = 0;
  const PredictiveDiagnostics found = predictive_diagnostics(fit, points_);
  EXPECT_EQ(found.rhat_max, 1.0);
  EXPECT_EQ(found.ess_min, static_cast<double>(num_chains * num_draws));
}

TEST_F(PredictiveDiagnosticsTest, WhereAllDrawsAgreeThereIsNothingToConverge) {
  std::vector<Chain> chains = example_chains();
  for (Chain& chain : chains) chain.draws.setConstant(-0.5);
  const PredictiveDiagnostics found = predictive_diagnostics(fit_of(chains), points_);
  EXPECT_EQ(found.rhat_max, 1.0);
  EXPECT_EQ(found.ess_min, std::numeric_limits<double>::infinity());
}

TEST_F(PredictiveDiagnosticsTest, EveryDrawNeedsAChain) {
  Fit fit = fit_of(example_chains());
  fit.chain_of_draw.pop_back();
  EXPECT_THROW(predictive_diagnostics(fit, points_), InvalidArgument);
}

TEST(FitDiagnostics, OfFitsThatAreUsedTogetherDroppedDrawsAreAdded) {
  FitDiagnostics a;
  FitDiagnostics b;
  a.dropped_draws = 2;
  b.dropped_draws = 3;
  EXPECT_EQ(combined(a, b).dropped_draws, 5);
}

}  // namespace
}  // namespace craggy
