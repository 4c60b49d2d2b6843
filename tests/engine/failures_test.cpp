// Evaluations that fail tell where not to look.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/engine/suggest.hpp>

#include "base/random.hpp"
#include "engine/belief.hpp"
#include "engine/model.hpp"
#include "support/effort.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

using testing::Point;
using testing::quick;
const Space& space = testing::unit_square;

struct Outcome {
  double best = std::numeric_limits<double>::infinity();
  std::size_t failures = 0;
};

// A bowl whose trend goes on into the half of the space that fails: its best point stands near the border.
bool fails(const Point& at) { return at[0] + 0.3 * std::sin(6.0 * at[1]) > 0.5; }
double objective(const Point& at) { return std::pow(at[0] - 0.9, 2) + std::pow(at[1] - 0.5, 2); }

Outcome run(const SuggestOptions& options, std::uint64_t seed, int trials, bool learns) {
  History history;
  Outcome outcome;
  for (int trial = 0; trial < trials; ++trial) {
    const Point at = suggest(space, history, options, {seed, static_cast<std::uint32_t>(trial)}).values;
    if (fails(at)) {
      ++outcome.failures;
      if (learns) history.failed.push_back(at);
    } else {
      history.observations.push_back({at, objective(at)});
      outcome.best = std::min(outcome.best, objective(at));
    }
  }
  return outcome;
}

TEST(Failures, AreFewerAndCostNothingOnceLearned) {
  const int num_seeds = testing::full_effort() ? 20 : 5;
  for (const char* surrogate : {"noiseless", "craggy"}) {
    std::size_t learned_failures = 0;
    std::size_t ignored_failures = 0;
    double learned_best = 0.0;
    double ignored_best = 0.0;
    for (int seed = 1; seed <= num_seeds; ++seed) {
      const Outcome learned = run(quick(surrogate), static_cast<std::uint64_t>(seed), 20, true);
      const Outcome ignored = run(quick(surrogate), static_cast<std::uint64_t>(seed), 20, false);
      learned_failures += learned.failures;
      ignored_failures += ignored.failures;
      learned_best += learned.best;
      ignored_best += std::min(2.0, ignored.best);
    }
    EXPECT_LT(static_cast<double>(learned_failures), 0.8 * static_cast<double>(ignored_failures))
        << surrogate;
    EXPECT_LT(learned_best, 0.5 * ignored_best) << surrogate;
    EXPECT_LT(learned_best / num_seeds, 0.1) << surrogate;  // the best there is 0.06
  }
}

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

// Nothing but failures so far, all in one quarter: the design goes on in the other three.
TEST(Failures, WithoutASuccessTheDesignGoesOnAwayFromThem) {
  History history;
  RandomStream stream(7);
  for (int i = 0; i < 12; ++i) history.failed.push_back({stream.uniform(0.0, 0.5), stream.uniform(0.0, 0.5)});
  double learned = 0.0;
  double plain = 0.0;
  for (std::uint32_t trial = 12; trial < 32; ++trial) {
    const Suggestion suggestion = suggest(space, history, quick(), {7, trial});
    EXPECT_TRUE(suggestion.initial);
    const Point without = suggest(space, {}, quick(), {7, trial}).values;
    double nearest = 2.0;
    double nearest_without = 2.0;
    for (const Point& failed : history.failed) {
      nearest = std::min(nearest, distance(suggestion.values, failed));
      nearest_without = std::min(nearest_without, distance(without, failed));
    }
    learned += nearest / 20;
    plain += nearest_without / 20;
    EXPECT_GT(nearest, 0.05);
    history.failed.push_back(suggestion.values);
  }
  EXPECT_GT(learned, 1.3 * plain / 2.0);  // although the learned ones fill the space, and the others do not
}

TEST(Failures, TheInitialDesignDoesNotDependOnThem) {
  History history;
  history.failed = {suggest(space, {}, quick(), {7, 0}).values};
  EXPECT_EQ(suggest(space, history, quick(), {7, 1}).values, suggest(space, {}, quick(), {7, 1}).values);
}

History around(const Point& centre, double radius) {
  History history;
  for (int i = 0; i < 8; ++i) {
    const double angle = 0.25 * M_PI * i;
    const Point at = {centre[0] + radius * std::cos(angle), centre[1] + radius * std::sin(angle)};
    history.observations.push_back({at, objective(at)});
  }
  return history;
}

TEST(Failures, AreNotTriedAgainNorWhatIsNextToThem) {
  const History history = around({0.5, 0.5}, 0.4);
  const Point first = suggest(space, history, quick(), {7, 8}).values;
  History after = history;
  after.failed = {first};
  const Point second = suggest(space, after, quick(), {7, 8}).values;
  EXPECT_GT(distance(first, second), 0.02);
}

// One failure at some distance from where the best is expected changes little.
TEST(Failures, OneDoesNotCloseHalfOfTheSpace) {
  History history;
  RandomStream stream(8);
  for (int i = 0; i < 10; ++i) {
    const Point at = {stream.uniform(), stream.uniform()};
    history.observations.push_back({at, std::pow(at[0] - 0.3, 2) + std::pow(at[1] - 0.3, 2)});
  }
  const Point without = suggest(space, history, quick(), {7, 10}).values;
  EXPECT_LT(distance(without, {0.3, 0.3}), 0.05);
  history.failed = {{0.6, 0.6}};
  EXPECT_LT(distance(suggest(space, history, quick(), {7, 10}).values, without), 0.05);
}

// The more were lost, the surer the next one has to be: the exponent of the probability is 1 + 0.3 times the
// number of failures.
TEST(Failures, EachRaisesThePriceOfTheNext) {
  History history = around({0.7, 0.7}, 0.25);
  const SuggestOptions options = quick();
  const Vector x = (Vector(2) << 0.45, 0.5).finished();
  for (const std::size_t count : {1U, 4U, 9U}) {
    history.failed.clear();
    for (std::size_t i = 0; i < count; ++i)
      history.failed.push_back(
          {0.02 + 0.08 * static_cast<double>(i % 3), 0.02 + 0.08 * static_cast<double>(i / 3)});
    const EncodedHistory encoded = encode(space, history);
    EncodedHistory without = encoded;
    without.failed.resize(2, 0);
    const Model model = fit_model(options, space, encoded.data, {3, 10}, {}, nullptr);
    const Belief careful(options, model.posterior, {}, encoded, {3, 10});
    const Belief careless(options, model.posterior, {}, without, {3, 10});
    const double log_probability = std::log(careful.success()->probability(x)[0]);
    EXPECT_NEAR(careful.acquisition().evaluate(x)[0] - careless.acquisition().evaluate(x)[0],
                (1.0 + 0.3 * static_cast<double>(count)) * log_probability, 1e-9)
        << count;
  }
}

// A bound is not a worth that could be multiplied by a probability as it stands.
TEST(Failures, EveryAcquisitionKeepsAway) {
  for (const char* acquisition : {"ei", "lcb", "ucb"}) {
    SuggestOptions options = quick();
    options.acquisition = acquisition;
    EXPECT_LT(run(options, 3, 20, true).failures, run(options, 3, 20, false).failures + 1) << acquisition;
    EXPECT_LT(run(options, 3, 20, true).best, 0.5) << acquisition;
  }
}

}  // namespace
}  // namespace craggy
