// Constraints that evaluations report are learned, and met.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/base/result.hpp>

#include "acquisition/feasibility.hpp"
#include "engine/belief.hpp"
#include "engine/constraint_model.hpp"
#include "engine/model.hpp"
#include "support/gradient_check.hpp"
#include "support/message_of.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

using testing::bowl;
using testing::Point;
using testing::quick;
const Space& space = testing::unit_square;

using Constraints = std::function<std::vector<double>(const Point&)>;

History run(const SuggestOptions& options, const Constraints& constraints, std::uint64_t seed, int trials) {
  History history;
  for (int trial = 0; trial < trials; ++trial) {
    const Point at = suggest(space, history, options, {seed, static_cast<std::uint32_t>(trial)}).values;
    history.observations.push_back({at, bowl(at), constraints(at)});
  }
  return history;
}

double best_feasible(const History& history) {
  double best = std::numeric_limits<double>::infinity();
  for (const Observation& observation : history.observations)
    if (is_feasible(observation.constraints)) best = std::min(best, observation.objective);
  return best;
}

// The minimum of the bowl is cut off; that of the rest, 0.045, stands on the border.
std::vector<double> cut(const Point& at) { return {1.2 - at[0] - at[1]}; }

TEST(Constraints, TheBestFeasiblePointIsFound) {
  for (const char* acquisition : {"ei", "lcb"}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      SuggestOptions options = quick();
      options.acquisition = acquisition;
      EXPECT_LT(best_feasible(run(options, cut, seed, 25)), 0.0475) << acquisition << seed;
    }
  }
  EXPECT_LT(best_feasible(run(quick("craggy"), cut, 1, 25)), 0.05);
}

TEST(Constraints, SeveralHoldTogether) {
  const auto both = [](const Point& at) {
    return std::vector<double>{1.2 - at[0] - at[1], 1e6 * (at[1] - 0.7)};
  };
  // Where both borders meet: (0.5, 0.7), value 0.05.
  EXPECT_LT(best_feasible(run(quick(), both, 2, 30)), 0.053);
}

// Feasible is only what lies within 0.12 of a corner region; a uniform point is with probability 0.045.
TEST(Constraints, SomethingFeasibleIsFoundFirst) {
  const auto disc = [](const Point& at) {
    return std::vector<double>{std::hypot(at[0] - 0.85, at[1] - 0.2) - 0.12};
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_LT(best_feasible(run(quick(), disc, seed, 12)), 1.0) << seed;
}

// An objective that says only whether a constraint is met.
TEST(Constraints, YesAndNoIsEnough) {
  const auto flag = [](const Point& at) { return std::vector<double>{at[0] + at[1] < 1.2 ? 1.0 : 0.0}; };
  EXPECT_LT(best_feasible(run(quick(), flag, 3, 30)), 0.06);
}

class BeliefInConstraints : public ::testing::Test {
 protected:
  History history_ = run(quick("random"), cut, 5, 10);
  EncodedHistory encoded_ = encode(space, history_);
  SuggestOptions options_ = quick();
  Model model_ = fit_model(options_, space, encoded_.data, {3, 10}, {}, nullptr);
  Vector x_ = (Vector(2) << 0.52, 0.70).finished();
};

TEST_F(BeliefInConstraints, IsImprovementOverTheBestFeasibleTimesTheirProbability) {
  const Belief belief(options_, model_.posterior, {}, encoded_, {3, 10});
  EXPECT_TRUE(belief.improves());
  const double incumbent =
      (best_feasible(history_) - encoded_.data->standardisation.shift) / encoded_.data->standardisation.scale;
  ASSERT_GT(incumbent, encoded_.data->y.minCoeff());
  const Posterior constraint = fit_constraint(encoded_.data->X, encoded_.constraints.row(0).transpose(),
                                              false, std::sqrt(2.0), default_simd_level(), {3, 10});
  EXPECT_NEAR(belief.acquisition().evaluate(x_)[0],
              log_expected_improvement(model_.posterior, incumbent)->evaluate(x_)[0] +
                  log_feasibility(constraint)->evaluate(x_)[0],
              1e-9);
  for (const char* acquisition : {"ei", "lcb", "ucb"}) {
    options_.acquisition = acquisition;
    const Belief other(options_, model_.posterior, {}, encoded_, {3, 10});
    Vector gradient;
    other.acquisition().evaluate_with_gradient(x_, gradient);
    testing::expect_gradient([&](const Vector& at) { return other.acquisition().evaluate(at)[0]; }, x_,
                             gradient, 1e-5, 3e-3);
  }
}

TEST_F(BeliefInConstraints, IsTheProbabilityAloneWhereNothingIsFeasible) {
  encoded_.feasible.clear();
  encoded_.constraints.array() += 10.0;
  const Belief belief(options_, model_.posterior, {}, encoded_, {3, 10});
  EXPECT_FALSE(belief.improves());
  const Posterior constraint = fit_constraint(encoded_.data->X, encoded_.constraints.row(0).transpose(),
                                              false, std::sqrt(2.0), default_simd_level(), {3, 10});
  EXPECT_EQ(belief.acquisition().evaluate(x_)[0], log_feasibility(constraint)->evaluate(x_)[0]);
}

// A pending point that is feasible for sure is something to improve on, one that is not is nothing.
TEST_F(BeliefInConstraints, PendingPointsCountIfTheyAreFeasible) {
  const auto value_with = [&](const Point& pending) {
    encoded_.pending = Eigen::Map<const Vector>(pending.data(), 2);
    const Belief belief(options_, model_.posterior, {}, encoded_, {3, 10});
    return belief.acquisition().evaluate(x_)[0];
  };
  encoded_.pending.resize(2, 0);
  const Belief alone(options_, model_.posterior, {}, encoded_, {3, 10});
  const double without = alone.acquisition().evaluate(x_)[0];
  EXPECT_NEAR(value_with({0.02, 0.02}), without, 0.5);  // infeasible, far away
  EXPECT_LT(value_with({0.53, 0.68}), without - 1.0);   // feasible, good, near
}

TEST(Constraints, EightJobsSearchForSomethingFeasibleInEightPlaces) {
  History history = run(
      quick(), [](const Point&) { return std::vector<double>{1.0}; }, 4, 5);
  for (std::uint32_t i = 0; i < 8; ++i)
    history.pending.push_back(suggest(space, history, quick(), {4, 5 + i}).values);
  double separation = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < i; ++j)
      separation = std::min(separation, std::hypot(history.pending[i][0] - history.pending[j][0],
                                                   history.pending[i][1] - history.pending[j][1]));
  EXPECT_GT(separation, 0.02);
}

TEST(Constraints, TrialsWithDifferentNumbersOfThemAreRefused) {
  History history = run(quick(), cut, 5, 4);
  history.observations[3].constraints.clear();
  EXPECT_EQ(testing::message_of([&] {
              suggest(space, history, quick(), {5, 4});
            }),
            "the number of constraints of observation 4 is 0, but it has to be 1, as in observation 1");
}

TEST(Constraints, TheSameBitsForAnyNumberOfThreads) {
  History history = run(quick(), cut, 5, 6);
  history.pending = {{0.2, 0.2}, {0.9, 0.9}};
  history.failed = {{0.1, 0.9}};
  ThreadPool pool(3);
  EXPECT_EQ(suggest(space, history, quick("latent"), {5, 8}).values,
            suggest(space, history, quick("latent"), {.seed = 5, .trial = 8, .pool = &pool}).values);
}

}  // namespace
}  // namespace craggy
