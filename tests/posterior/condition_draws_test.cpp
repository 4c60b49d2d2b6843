#include <gtest/gtest.h>

#include <craggy/linalg/lane_kernels.hpp>
#include <craggy/posterior/condition_draws.hpp>

#include "support/prior_draws.hpp"

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

TEST_F(ConditionDrawsTest, NoDrawsAreNoGroups) {
  EXPECT_TRUE(condition_draws(testing::surrogate_with("latent", 0.1), data_, jitter, std::vector<Vector>{},
                              default_simd_level())
                  .empty());
}

}  // namespace
}  // namespace craggy
