#include "posterior/condition_draws.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "linalg/lane_kernels.hpp"
#include "posterior/conditioned_gp.hpp"
#include "support/prior_draws.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {
namespace {

class ConditionDrawsTest : public ::testing::Test {
 protected:
  static constexpr double jitter = 1e-4;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(2, 7);
  RandomStream stream_{61};
};

TEST_F(ConditionDrawsTest, KeepsTheOrderAndFillsTheLanes) {
  for (SimdLevel level : available_simd_levels())
    for (const char* name : {"latent", "contaminated", "additive"}) {
      const auto surrogate = testing::surrogate_with(name, 0.1);
      const auto draws = testing::unknowns_of(testing::prior_draws(surrogate, data_, 11, stream_, jitter));
      const auto groups = condition_draws(surrogate, data_, jitter, draws, level);
      const Index width = std::string_view(name) == "latent" ? lane_kernels(level).width : 1;
      EXPECT_EQ(std::ssize(groups), (11 + width - 1) / width);
      EXPECT_EQ(groups.front()->num_draws(), width);
      EXPECT_EQ(Posterior(groups, data_->standardisation).draws(), draws) << name;
    }
}

TEST_F(ConditionDrawsTest, AnyNumberOfThreadsGivesTheSameBits) {
  const auto surrogate = testing::surrogate_with("latent+noise", 0.1);
  const auto draws = testing::unknowns_of(testing::prior_draws(surrogate, data_, 37, stream_, jitter));
  const Matrix X = testing::uniform_points(2, 30, stream_);
  const auto components = [&](ThreadPool* pool) {
    return Posterior(condition_draws(surrogate, data_, jitter, draws, default_simd_level(), pool),
                     data_->standardisation)
        .components(X);
  };
  const PredictiveComponents alone = components(nullptr);
  for (std::size_t threads : {1U, 2U, 3U}) {
    ThreadPool pool(threads);
    EXPECT_EQ(components(&pool).mean, alone.mean);
    EXPECT_EQ(components(&pool).variance, alone.variance);
  }
}

// An amplitude of 1e14 and observations twice: a jitter of 1e-6 is below the rounding of the covariance.
TEST_F(ConditionDrawsTest, DrawsWhoseJitterDrownsInRoundingPredictAllTheSame) {
  Dataset twice = *data_;
  twice.X.col(1) = twice.X.col(0);
  twice.X.col(3) = twice.X.col(2);
  const auto data = std::make_shared<const Dataset>(twice);
  const std::shared_ptr<const Surrogate> surrogate =
      make_surrogate("noiseless", {.amplitude = Amplitude::sampled});
  std::vector<Vector> draws = {Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)};
  draws[1][1] = std::log(1e14);
  ASSERT_FALSE(ConditionedGp::make(surrogate, data, 1e-6, draws[1]).has_value());
  const Posterior posterior(condition_draws(surrogate, data, 1e-6, draws, default_simd_level()),
                            data->standardisation);
  EXPECT_EQ(posterior.draws(), draws);
  const PredictiveComponents components = posterior.components(testing::uniform_points(2, 20, stream_));
  EXPECT_TRUE(components.mean.allFinite());
  EXPECT_GT(components.variance.minCoeff(), 0.0);
}

// The same where noise stands in the place of the jitter, and is next to none.
TEST_F(ConditionDrawsTest, DrawsWhoseNoiseDrownsInRoundingPredictAllTheSame) {
  Dataset twice = *data_;
  twice.X.col(1) = twice.X.col(0);
  twice.X.col(3) = twice.X.col(2);
  const auto data = std::make_shared<const Dataset>(twice);
  for (const bool main_effects : {false, true}) {
    const std::shared_ptr<const Surrogate> surrogate =
        make_surrogate("homoscedastic", {.amplitude = Amplitude::sampled, .main_effects = main_effects});
    const Layout layout = surrogate->layout({data->num_inputs(), data->size()});
    std::vector<Vector> draws(3, Vector::Zero(layout.num_parameters()));
    draws[1][layout.noise.begin] = std::log(1e-30);
    ASSERT_FALSE(ConditionedGp::make(surrogate, data, 1e-6, draws[1]).has_value());
    const Posterior posterior(condition_draws(surrogate, data, 1e-6, draws, default_simd_level()),
                              data->standardisation);
    EXPECT_EQ(posterior.draws(), draws);  // none is left out
    const PredictiveComponents components = posterior.components(testing::uniform_points(2, 20, stream_));
    EXPECT_TRUE(components.mean.allFinite());
    EXPECT_GT(components.variance.minCoeff(), 0.0);
  }
}

TEST_F(ConditionDrawsTest, WhatNeverFactorisesIsAnError) {
  const std::vector<Vector> draws = {Vector::Constant(1, std::nan(""))};
  EXPECT_THROW(
      condition_draws(testing::surrogate_with("noiseless", 0.0), data_, jitter, draws, default_simd_level()),
      Error);
}

TEST_F(ConditionDrawsTest, WhatNeverFactorisesIsLeftOutOfOthers) {
  const std::vector<Vector> draws = {Vector::Zero(1), Vector::Constant(1, std::nan("")), Vector::Ones(1)};
  const auto groups =
      condition_draws(testing::surrogate_with("noiseless", 0.0), data_, jitter, draws, default_simd_level());
  const std::vector<Vector> left = {draws[0], draws[2]};
  EXPECT_EQ(Posterior(groups, data_->standardisation).draws(), left);
}

TEST_F(ConditionDrawsTest, NoDrawsAreNoGroups) {
  EXPECT_TRUE(condition_draws(testing::surrogate_with("latent", 0.1), data_, jitter, std::vector<Vector>{},
                              default_simd_level())
                  .empty());
}

}  // namespace
}  // namespace craggy
