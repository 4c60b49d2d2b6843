#include "posterior/means_at_observations.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "posterior/condition_draws.hpp"
#include "posterior/draw_group.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {
namespace {

constexpr Index Q = 2;
constexpr Index N = 14;
constexpr double jitter = 1e-4;

class MeansAtObservations : public ::testing::TestWithParam<std::string> {};

TEST_P(MeansAtObservations, AreThePredictionsThere) {
  const auto surrogate = make_surrogate(GetParam(), {.sigma_h = {0.15}});
  const auto data = testing::rippled_bowl(Q, N);
  RandomStream stream{3};
  const std::vector<ConditionedGp> draws = testing::prior_draws(surrogate, data, 5, stream, jitter);
  std::vector<std::vector<DrawGroupPtr>> kinds = {one_by_one(draws)};
  if (LaneDensity::supports(*surrogate, {Q, N}))
    kinds.push_back(
        condition_draws(surrogate, data, jitter, testing::unknowns_of(draws), default_simd_level()));
  for (std::vector<DrawGroupPtr>& groups : kinds) {
    const bool is_plain = groups.front()->predicts_what_is_observed();
    EXPECT_EQ(is_plain, surrogate->latent->latent_dimension(Q) == 0 && GetParam() != "additive");
    const Posterior posterior(std::move(groups), data->standardisation);
    const PredictiveComponents at = posterior.components(data->X);
    const Vector expected = at.mean.transpose() * at.weights;
    EXPECT_LT((means_at_observations(posterior, *data) - expected).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_GT((data->y - expected).cwiseAbs().maxCoeff(), 1e-6) << "or the test would show nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(All, MeansAtObservations, ::testing::ValuesIn(surrogate_names()),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::ranges::replace(name, '+', '_');
                           return name;
                         });

}  // namespace
}  // namespace craggy
