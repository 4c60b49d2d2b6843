// Evaluations that have not ended yet: the next ones go elsewhere.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "engine/belief.hpp"
#include "engine/model.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

using testing::bowl;

const Space& space = testing::unit_square;

History bowl_history(int N) {
  RandomStream stream(31);
  History history;
  for (int n = 0; n < N; ++n) {
    const std::vector<double> at = {stream.uniform(), stream.uniform()};
    history.observations.push_back({at, bowl(at)});
  }
  return history;
}

SuggestOptions with(const char* surrogate, const char* acquisition = "ei") {
  SuggestOptions options = testing::quick(surrogate);
  options.acquisition = acquisition;
  return options;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

// Smallest distance between two points.
double separation(const std::vector<std::vector<double>>& points) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) smallest = std::min(smallest, distance(points[i], points[j]));
  return smallest;
}

// The suggestions of `count` asks without a tell.
std::vector<std::vector<double>> asked(History history, const SuggestOptions& options, int count) {
  const auto first = static_cast<std::uint32_t>(history.observations.size());
  for (int i = 0; i < count; ++i)
    history.pending.push_back(
        suggest(space, history, options, {3, first + static_cast<std::uint32_t>(i)}).values);
  return history.pending;
}

TEST(Pending, EightJobsExploreEightPlaces) {
  for (const char* surrogate : {"craggy", "noiseless", "latent", "homoscedastic"})
    for (const char* acquisition : {"ei", "lcb"}) {
      SCOPED_TRACE(std::string(surrogate) + ", " + acquisition);
      const auto points = asked(bowl_history(8), with(surrogate, acquisition), 8);
      // Left to themselves they would all go to one place.
      EXPECT_GT(separation(points), 0.02);
      double widest = 0.0;
      for (const auto& point : points) widest = std::max(widest, distance(point, points.front()));
      EXPECT_GT(widest, 0.2);
    }
}

class BeliefTest : public ::testing::Test {
 protected:
  // The value of an acquisition at the columns of X.
  Vector values(const char* acquisition, const Matrix& pending, const Matrix& X) {
    encoded_.pending = pending;
    const Belief belief(with("noiseless", acquisition), model_.posterior, {}, encoded_, {3, 8});
    return belief.acquisition().evaluate(X);
  }
  EncodedHistory encoded_ = encode(space, bowl_history(8));
  Model model_ = fit_model(with("noiseless"), space, encoded_.data, {3, 8}, {}, nullptr);
};

TEST_F(BeliefTest, APendingPointLeavesNothingToGainAroundItself) {
  const Vector there = (Vector(2) << 0.3, 0.6).finished();
  Matrix around(2, 9);
  for (Index i = 0; i < 9; ++i)
    around.col(i) =
        there +
        0.01 * (Vector(2) << static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 - 1)).finished();
  const Matrix far = (Matrix(2, 1) << 0.95, 0.05).finished();
  for (const char* acquisition : {"ei", "lcb"}) {
    const Vector without = values(acquisition, Matrix(2, 0), around);
    const Vector with_it = values(acquisition, there, around);
    if (acquisition == std::string("ei"))
      EXPECT_LT((with_it - without).maxCoeff(), std::log(0.2));
    else
      EXPECT_LT((with_it - without).maxCoeff(), 0.0);
  }
  // Far away an upper bound changes by no more than what fantasies leave to chance.
  const double before = values("ucb", Matrix(2, 0), far)[0];
  const double after = values("ucb", there, far)[0];
  EXPECT_NEAR(after, before, 0.2);
}

// By loops: EI of each draw over the better of the best observation and its own fantasy.
TEST_F(BeliefTest, EveryDrawImprovesOnItsOwnFantasy) {
  const Matrix pending = (Matrix(2, 2) << 0.3, 0.7, 0.6, 0.1).finished();
  RandomStream stream(3, {.trial = 8, .chain = 0, .purpose = Purpose::fantasy});
  const Fantasies fantasies = fantasise(model_.posterior, pending, stream);
  const Vector x = (Vector(2) << 0.5, 0.4).finished();
  const PredictiveComponents at = fantasies.posterior.components(x);
  double expected = 0.0;
  for (Index s = 0; s < at.mean.rows(); ++s) {
    const double incumbent = std::min(encoded_.data->y.minCoeff(), fantasies.values.row(s).minCoeff());
    const double sd = std::sqrt(at.variance(s, 0));
    const double z = (incumbent - at.mean(s, 0)) / sd;
    expected += at.weights[s] * sd *
                (std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI) + z * 0.5 * std::erfc(-z / std::sqrt(2.0)));
  }
  EXPECT_NEAR(values("ei", pending, x)[0], std::log(expected), 1e-6);
}

TEST(Pending, TheDesignGoesOnWithoutObservations) {
  History history;
  std::vector<std::vector<double>> alone;
  for (std::uint32_t trial = 0; trial < 6; ++trial) {
    const Suggestion suggestion = suggest(space, history, with("craggy"), {3, trial});
    EXPECT_TRUE(suggestion.initial);
    EXPECT_EQ(suggestion.values, suggest(space, {}, with("craggy"), {3, trial}).values);
    history.pending.push_back(suggestion.values);
  }
  EXPECT_GT(separation(history.pending), 0.0);
}

TEST(Pending, ManyAtOnceWithFewObservations) {
  SuggestOptions options = with("craggy");
  const auto points = asked(bowl_history(2), options, 64);
  EXPECT_GT(separation(points), 1e-3);
}

// What comes of eight at a time is not much worse than one after the other, and better than random.
TEST(Pending, BatchesFindTheBottomOfABowl) {
  History history = bowl_history(2);
  for (std::uint32_t batch = 0; batch < 4; ++batch) {
    for (std::uint32_t i = 0; i < 8; ++i)
      history.pending.push_back(suggest(space, history, with("noiseless"), {7, 2 + 8 * batch + i}).values);
    for (const std::vector<double>& at : history.pending) history.observations.push_back({at, bowl(at)});
    history.pending.clear();
  }
  double best = std::numeric_limits<double>::infinity();
  for (const Observation& observation : history.observations) best = std::min(best, observation.objective);
  EXPECT_LT(best, 1e-4);
}

TEST(Pending, TheSameBitsForAnyNumberOfThreads) {
  History history = bowl_history(8);
  history.pending = {{0.3, 0.6}, {0.1, 0.1}, {0.1, 0.1}};
  ThreadPool pool(2);
  for (const char* surrogate : {"latent", "contaminated"})
    EXPECT_EQ(suggest(space, history, with(surrogate), {3, 11}).values,
              suggest(space, history, with(surrogate), {.seed = 3, .trial = 11, .pool = &pool}).values);
}

}  // namespace
}  // namespace craggy
