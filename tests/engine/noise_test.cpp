// Noisy objectives: learned noise, reported noise, and which point is the best.
#include <cmath>

#include <gtest/gtest.h>

#include <craggy/engine/recommend.hpp>

#include "base/random.hpp"
#include "support/message_of.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

using testing::bowl;
using testing::Point;
using testing::quick;
const Space& space = testing::unit_square;

// Values of the bowl on a lattice, one of which is far too low by bad luck.
History with_a_lucky_value(std::size_t lucky, std::optional<double> noise_stddev) {
  RandomStream stream(12);
  History history;
  for (int i = 0; i < 25; ++i) {
    const Point at = {0.1 + 0.2 * (i % 5), 0.1 + 0.2 * (i / 5)};
    history.observations.push_back({at, bowl(at) + 0.02 * stream.normal()});
  }
  history.observations[lucky].objective = -0.3;
  history.observations[lucky].noise_stddev = noise_stddev;
  return history;
}

std::optional<std::size_t> best_of(const History& history, const SuggestOptions& options,
                                   std::uint64_t seed = 1) {
  const std::optional<Recommendation> found = recommend(space, history, options, seed);
  return found ? std::optional(found->position) : std::nullopt;
}

TEST(Recommend, IsTheLowestFeasibleValue) {
  History history;
  EXPECT_EQ(best_of(history, quick()), std::nullopt);
  history.observations = {{{0.1, 0.1}, 3.0, {-1.0}}, {{0.2, 0.1}, 1.0, {1.0}}, {{0.3, 0.1}, 2.0, {0.0}}};
  EXPECT_EQ(best_of(history, quick()), 2U);
  for (Observation& observation : history.observations) observation.constraints = {1.0};
  EXPECT_EQ(best_of(history, quick()), std::nullopt);
}

// Over many histories: the truth at the point with the lowest mean, and at the one with the luckiest value.
TEST(Recommend, IsTheLowestMeanOfANoisyObjective) {
  RandomStream stream(13);
  for (const char* surrogate : {"craggy", "noiseless"}) {
    SuggestOptions options = quick(surrogate);
    double by_mean = 0.0;
    double by_value = 0.0;
    for (int i = 0; i < 20; ++i) {
      History history;
      for (int n = 0; n < 80; ++n) {
        const Point at = {stream.uniform(), stream.uniform()};
        history.observations.push_back({at, bowl(at) + 0.2 * stream.normal()});
      }
      const auto truth = [&] {
        return bowl(history.observations[best_of(history, options).value_or(0)].values);
      };
      options.noisy = true;
      by_mean += truth() / 20;
      options.noisy = false;
      by_value += truth() / 20;
    }
    EXPECT_LT(by_mean, 0.75 * by_value) << surrogate;
  }
}

TEST(Recommend, RanksAllFeasibleObservations) {
  constexpr std::size_t lucky = 12;  // in the middle, where its neighbours tell that it is
  History history = with_a_lucky_value(lucky, std::nullopt);
  const auto positions = [&](const SuggestOptions& options) {
    std::vector<std::size_t> found;
    for (const Recommendation& each : ranked(space, history, options, 1)) {
      EXPECT_EQ(each.sd > 0.0, options.noisy);
      found.push_back(each.position);
    }
    return found;
  };
  SuggestOptions options = quick();
  EXPECT_EQ(positions(options).size(), 25U);
  EXPECT_EQ(positions(options).front(), lucky);
  options.noisy = true;
  EXPECT_NE(positions(options).front(), lucky);
  EXPECT_EQ(positions(options).front(), best_of(history, options));
  for (Observation& observation : history.observations) observation.constraints = {1.0};
  history.observations[3].constraints = {-1.0};
  EXPECT_EQ(positions(options), std::vector<std::size_t>{3});
}

TEST(Recommend, BelievesReportedNoise) {
  constexpr std::size_t lucky = 24;
  for (const char* surrogate : {"craggy", "random", "noiseless", "latent", "student_t"}) {
    SuggestOptions options = quick(surrogate);
    const History history = with_a_lucky_value(lucky, 2.0);
    EXPECT_LT(bowl(history.observations[best_of(history, options).value_or(lucky)].values), 0.06)
        << surrogate;
  }
  // An exact value is exact.
  EXPECT_EQ(best_of(with_a_lucky_value(lucky, 0.0), quick()), lucky);
}

// One value that is far off sets the unit in which all others hardly differ.
TEST(Recommend, TellsSmallDifferencesBesideAHugeOutlierThatReportsItsNoise) {
  History history;
  for (int i = 0; i < 10; ++i) {
    const Point at = {0.05 + 0.1 * i, 0.6};
    history.observations.push_back({at, bowl(at), {}, 0.01});
  }
  history.observations.push_back({{0.97, 0.6}, -28.0, {}, 40.0});
  for (const bool noisy : {false, true}) {
    SuggestOptions options = quick("craggy");
    options.noisy = noisy;
    const std::optional<Recommendation> found = recommend(space, history, options, 1);
    ASSERT_TRUE(found.has_value());
    EXPECT_LT(bowl(history.observations[found->position].values), 0.01);
    EXPECT_NEAR(found->mean, 0.0, 0.05) << "in the unit of the values";
  }
}

TEST(Noise, ReportedNoiseIsUsedWithoutAsking) {
  // Next to the lucky value there is nothing to gain once it is known to be luck.
  const auto distance_from_luck = [](const History& history) {
    const Point at = suggest(space, history, quick(), {3, 25}).values;
    return std::hypot(at[0] - 0.9, at[1] - 0.9);
  };
  EXPECT_LT(distance_from_luck(with_a_lucky_value(24, std::nullopt)), 0.3);
  EXPECT_GT(distance_from_luck(with_a_lucky_value(24, 2.0)), 0.4);
}

TEST(Noise, CannotBeReportedToEverySurrogate) {
  EXPECT_EQ(testing::message_of([] {
              suggest(space, with_a_lucky_value(24, 2.0), quick("contaminated"), {3, 25});
            }),
            "surrogate is 'contaminated', but it cannot be combined with noise that observations report");
}

TEST(Noise, ANoisyBowlIsMinimised) {
  for (const bool reported : {false, true}) {
    SuggestOptions options = quick("craggy");
    options.noisy = true;
    History history;
    RandomStream stream(5);
    for (std::uint32_t trial = 0; trial < 25; ++trial) {
      const Point at = suggest(space, history, options, {6, trial}).values;
      history.observations.push_back({at, bowl(at) + 0.05 * stream.normal()});
      if (reported) history.observations.back().noise_stddev = 0.05;
    }
    const std::optional<std::size_t> best = best_of(history, options, 6);
    ASSERT_TRUE(best.has_value());
    EXPECT_LT(bowl(history.observations[best.value_or(0)].values), 0.02) << reported;
  }
}

}  // namespace
}  // namespace craggy
