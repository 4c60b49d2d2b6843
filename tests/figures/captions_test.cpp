// What the captions of [Bodin2020] say about the posteriors in its figures, in numbers.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "figures/belief.hpp"
#include "figures/examples.hpp"
#include "support/effort.hpp"

namespace craggy::figures {
namespace {

double next_of(const Example& example, const char* surrogate, double sigma_h) {
  return believe(example, {.surrogate = surrogate, .sigma_h = sigma_h}).next();
}

double distance_from_valley(const Example& example, const char* surrogate) {
  return std::abs(next_of(example, surrogate, 1.0 / 50.0) - jagged_valley_minimiser);
}

// "The posterior belief for the noise-free and homoscedastic GP … poorly informed decisions", the LGP's
// "confidently discovered global trend".
TEST(PosteriorComparison, OnlyTheLatentGpGoesToTheValley) {
  const Example example = jagged_valley();
  EXPECT_GT(distance_from_valley(example, "noiseless"), 0.2);
  EXPECT_GT(distance_from_valley(example, "homoscedastic"), 0.2);
  EXPECT_LT(distance_from_valley(example, "latent"), 0.02);
}

// The figure shows one set of observations; this is about what happens with others.
TEST(PosteriorComparison, OnOtherObservationsTheLatentGpIsNearerThanTheNoiseFreeOneOnAverage) {
  if (!testing::full_effort()) GTEST_SKIP() << "long: CRAGGY_TEST_EFFORT=full runs it";
  double noiseless = 0.0;
  double homoscedastic = 0.0;
  double latent = 0.0;
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    Example example = jagged_valley();
    example.observed = spread_points(18, 0.0, 1.0, 100 + static_cast<std::uint64_t>(round));
    noiseless += distance_from_valley(example, "noiseless") / rounds;
    homoscedastic += distance_from_valley(example, "homoscedastic") / rounds;
    latent += distance_from_valley(example, "latent") / rounds;
  }
  RecordProperty("noiseless", std::to_string(noiseless));
  RecordProperty("homoscedastic", std::to_string(homoscedastic));
  RecordProperty("latent", std::to_string(latent));
  EXPECT_LT(latent,
            noiseless);  // the homoscedastic GP is about as good as the latent one then: docs/figures.md
}

// How far up and down the mean goes.
double total_variation(const BeliefCurve& belief) {
  double sum = 0.0;
  for (std::size_t i = 1; i < belief.mean.size(); ++i) sum += std::abs(belief.mean[i] - belief.mean[i - 1]);
  return sum;
}

double root_mean_square_distance(const BeliefCurve& belief, double (*curve)(double)) {
  double sum = 0.0;
  for (std::size_t i = 0; i < belief.x.size(); ++i) sum += std::pow(belief.mean[i] - curve(belief.x[i]), 2);
  return std::sqrt(sum / static_cast<double>(belief.x.size()));
}

// "σ_h sets the scale … on how much detail is ignored": like a low-pass filter.
TEST(SigmaHSweep, LargerSigmaHIgnoresMore) {
  struct Level {
    double sigma_h;
    double (*curve)(double);  // what should be left
  };
  std::vector<Level> levels = {{0.003, [](double x) { return waves().f(x); }},
                               {0.3, [](double x) { return std::sin(2.0 * std::numbers::pi * x); }}};
  if (testing::full_effort())
    levels.insert(
        levels.begin() + 1,
        {0.03, [](double x) { return std::sin(2.0 * std::numbers::pi * x) + 0.5 * triangle_wave(4.0 * x); }});
  std::vector<BeliefCurve> beliefs;
  beliefs.reserve(levels.size());
  for (const Level& level : levels) beliefs.push_back(believe(waves(), {.sigma_h = level.sigma_h}));
  for (std::size_t i = 1; i < beliefs.size(); ++i)
    EXPECT_GT(total_variation(beliefs[i - 1]), 1.25 * total_variation(beliefs[i])) << levels[i].sigma_h;
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (const BeliefCurve& other : beliefs)
      EXPECT_LE(root_mean_square_distance(beliefs[i], levels[i].curve),
                root_mean_square_distance(other, levels[i].curve))
          << levels[i].sigma_h;
}

// "Note how some structure of f is ignored and treated as non-additive, heteroscedastic noise."
TEST(StepFunction, MarginalisedPosteriorIsWiderAndCoversBothLevelsAtTheStep) {
  const Example example = unit_step();
  const BeliefCurve modulated = believe(example, {.sigma_h = 0.1});
  const BeliefCurve marginalised = believe(example, {.sigma_h = 0.1, .new_latent = NewLatent::marginalised});
  double widest_at = 0.0;
  double widest = 0.0;
  for (std::size_t i = 0; i < modulated.x.size(); ++i) {
    EXPECT_GT(marginalised.sd[i], modulated.sd[i]) << modulated.x[i];
    if (marginalised.sd[i] > widest) {
      widest = marginalised.sd[i];
      widest_at = marginalised.x[i];
    }
  }
  EXPECT_NEAR(widest_at, 0.5, 0.1);
  const std::size_t middle = modulated.x.size() / 2;
  EXPECT_LT(marginalised.mean[middle] - 2.0 * marginalised.sd[middle], 0.0);
  EXPECT_GT(marginalised.mean[middle] + 2.0 * marginalised.sd[middle], 1.0);
  // Noise that is not the same everywhere.
  const std::size_t left = modulated.x.size() / 5;
  EXPECT_GT(widest, 1.8 * marginalised.sd[left]);
  // The modulated function passes smoothly from one level to the other.
  EXPECT_NEAR(modulated.mean[left], 0.0, 0.1);
  EXPECT_NEAR(modulated.mean[middle], 0.5, 0.2);
  EXPECT_NEAR(modulated.mean[4 * left], 1.0, 0.1);
}

// "The search can end up in a failure mode and get stuck … By collapsing … the exploration of the function
// continues."
TEST(HStar, MarginalisingKeepsTheSearchWhereTheFunctionIsRestless) {
  const Example example = restless_region();
  const BeliefCurve marginalised = believe(example, {.sigma_h = 0.1, .new_latent = NewLatent::marginalised});
  const BeliefCurve collapsed = believe(example, {.sigma_h = 0.1});
  EXPECT_GT(marginalised.next(), restless_low);
  EXPECT_LT(marginalised.next(), restless_high);
  EXPECT_NEAR(collapsed.next(), 0.82, 0.04);
  for (std::size_t i = 0; i < collapsed.x.size(); ++i)
    EXPECT_GT(marginalised.sd[i], collapsed.sd[i]) << collapsed.x[i];
}

TEST(BeliefCurve, IsTheSameForTheSameSeedAndAnyThreads) {
  ThreadPool pool(2);
  const BeliefCurve alone = believe(unit_step(), {.sigma_h = 0.05, .seed = 3});
  const BeliefCurve together = believe(unit_step(), {.sigma_h = 0.05, .seed = 3}, &pool);
  EXPECT_EQ(alone.mean, together.mean);
  EXPECT_EQ(alone.expected_improvement, together.expected_improvement);
  EXPECT_NE(alone.mean, believe(unit_step(), {.sigma_h = 0.05, .seed = 4}).mean);
}

TEST(BeliefCurve, OfTheNoiselessGpGoesThroughTheObservations) {
  Example example = unit_step();
  example.f = [](double x) { return 3.0 * std::sin(5.0 * x); };
  example.observed = {0.0, 0.25, 0.5, 0.75, 1.0};  // points of the grid
  const BeliefCurve belief = believe(example, {.surrogate = "noiseless"});
  for (const double x : example.observed) {
    const auto i = static_cast<std::size_t>(std::lround(x * static_cast<double>(belief.x.size() - 1)));
    EXPECT_NEAR(belief.mean[i], example.f(x), 0.01);
    EXPECT_LT(belief.sd[i], 0.02);
  }
  for (const double improvement : belief.expected_improvement) EXPECT_GE(improvement, 0.0);
}

TEST(Follow, ObservesWhereItHasBeen) {
  Example example = unit_step();
  const BeliefCurveOptions options{.surrogate = "noiseless"};
  const std::vector<double> visited = follow(example, options, 3);
  ASSERT_EQ(visited.size(), 3U);
  for (const double x : visited) {
    EXPECT_DOUBLE_EQ(believe(example, options).next(), x);
    example.observed.push_back(x);
  }
}

}  // namespace
}  // namespace craggy::figures
