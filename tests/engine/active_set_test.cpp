#include "engine/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <craggy/space/grammar.hpp>

#include "base/random.hpp"
#include "unit_square.hpp"

namespace craggy {
namespace {

constexpr Index limit = 20;

SuggestOptions options_for(Index max_exact = limit) {
  SuggestOptions options = testing::quick("craggy");
  options.max_exact = max_exact;
  return options;
}

History bowl_history(int N, std::uint64_t seed = 3) {
  RandomStream stream(seed);
  History history;
  for (int n = 0; n < N; ++n) {
    const std::vector<double> at = {stream.uniform(), stream.uniform()};
    history.observations.push_back({at, testing::bowl(at)});
  }
  return history;
}

std::vector<std::vector<double>> points(int count) {
  RandomStream stream(8);
  std::vector<std::vector<double>> result;
  for (int i = 0; i < count; ++i) result.push_back({stream.uniform(), stream.uniform()});
  return result;
}

ActiveSet chosen(const History& history) {
  return choose_active_set(testing::unit_square, history, options_for(), {}).value();
}

TEST(ActiveSet, IsEverythingUpToTheLimit) {
  EXPECT_FALSE(choose_active_set(testing::unit_square, bowl_history(limit), options_for(), {}));
  EXPECT_TRUE(choose_active_set(testing::unit_square, bowl_history(limit + 1), options_for(), {}));
  EXPECT_FALSE(choose_active_set(testing::unit_square, bowl_history(160), {}, {})) << "by default";
  EXPECT_TRUE(choose_active_set(testing::unit_square, bowl_history(161), {}, {}));
}

TEST(ActiveSet, HasTheNearestTheBestAndASpread) {
  const History history = bowl_history(300);
  const ActiveSet active = chosen(history);
  EXPECT_EQ(std::ssize(active.observations), limit);
  EXPECT_TRUE(std::is_sorted(active.observations.begin(), active.observations.end()));
  EXPECT_EQ(std::set<Index>(active.observations.begin(), active.observations.end()).size(), 20U);
  EXPECT_EQ(active.num_all, 300);
  const auto has = [&](Index n) {
    return std::binary_search(active.observations.begin(), active.observations.end(), n);
  };
  Index best = 0;
  std::vector<std::pair<double, Index>> by_distance;
  for (Index n = 0; n < 300; ++n)
    if (history.observations[static_cast<std::size_t>(n)].objective <
        history.observations[static_cast<std::size_t>(best)].objective)
      best = n;
  const std::vector<double>& centre =
      history.observations[static_cast<std::size_t>(active.region.centre)].values;
  for (Index n = 0; n < 300; ++n) {
    const std::vector<double>& at = history.observations[static_cast<std::size_t>(n)].values;
    by_distance.emplace_back(std::hypot(at[0] - centre[0], at[1] - centre[1]), n);
  }
  std::sort(by_distance.begin(), by_distance.end());
  EXPECT_TRUE(has(best));
  for (std::size_t i = 0; i < 14; ++i) EXPECT_TRUE(has(by_distance[i].second)) << i;
  const Index farthest = by_distance.back().second;
  EXPECT_TRUE(has(farthest)) << "the spread begins with the one that is farthest from the centre";
}

TEST(ActiveSet, TakesPendingAndFailedPointsNearTheRegion) {
  History history = bowl_history(21);  // the region is still large
  history.pending = points(100);
  history.failed = points(30);
  const ActiveSet active = chosen(history);
  EXPECT_EQ(active.pending.size(), 32U);
  EXPECT_EQ(active.failed.size(), 5U);
  for (const Index far : active.far_pending)
    EXPECT_EQ(std::count(active.pending.begin(), active.pending.end(), far), 0);
  const History part = active.part_of(history);
  EXPECT_EQ(part.observations.size(), 20U);
  EXPECT_EQ(part.pending.size(), 32U);
  EXPECT_EQ(part.failed.size(), 5U);
  EncodedHistory encoded = encode(testing::unit_square, part);
  active.restrict(encoded, testing::unit_square, history);
  ASSERT_EQ(encoded.kept_away.size(), 1U);
  EXPECT_EQ(encoded.kept_away[0].points.cols(), std::ssize(active.far_pending));
  for (const Index n : encoded.feasible) EXPECT_TRUE(active.box.contains(encoded.data->X.col(n)));
  EXPECT_FALSE(encoded.feasible.empty());
}

TEST(ActiveSet, OfManyInputsIsFittedWithFewerChains) {
  EXPECT_EQ(options_for_active_set({}, 50).inference.num_chains, std::nullopt);
  EXPECT_EQ(options_for_active_set({}, 51).inference.num_chains, 8);
  SuggestOptions asked;
  asked.inference.num_chains = 20;
  EXPECT_EQ(options_for_active_set(asked, 100).inference.num_chains, 20);
}

TEST(ActiveSet, TheSpreadIsThatOfANaiveSearch) {
  RandomStream stream(4);
  Matrix X(2, 40);
  for (double& x : X.reshaped()) x = stream.uniform();
  std::vector<Index> candidates;
  for (Index n = 5; n < 40; ++n) candidates.push_back(n);
  std::vector<Index> taken = {0, 1, 2};
  const std::vector<Index> spread = spread_of(X, candidates, taken, 10);
  for (const Index next : spread) {
    const auto distance = [&](Index n) {
      double nearest = INFINITY;
      for (const Index t : taken) nearest = std::min(nearest, (X.col(n) - X.col(t)).norm());
      return nearest;
    };
    for (const Index other : candidates)
      if (std::find(taken.begin(), taken.end(), other) == taken.end()) {
        EXPECT_GE(distance(next), distance(other));
      }
    taken.push_back(next);
  }
  EXPECT_EQ(spread_of(X, {1, 2}, {0}, 10).size(), 2U);
  EXPECT_EQ(spread_of(Matrix::Zero(2, 4), {0, 1, 2, 3}, {}, 3).size(), 3U) << "also at one place";
}

TEST(ActiveSet, NamesAndConditionsHaveNoBounds) {
  const Space space{{"x", Float{0, 1}},
                    {"n", Int{0, 100}},
                    {"few", Int{0, 3}},
                    {"opt", Categorical{{"a", "b", "c"}}},
                    parse_parameter("sometimes=float(0,1) if opt == a")};
  History history;
  RandomStream stream(5);
  for (int n = 0; n < 30; ++n) {
    std::vector<double> shares(space.size());
    for (double& share : shares) share = stream.uniform();
    history.observations.push_back({space.pick(shares), stream.uniform()});
  }
  const ActiveSet active = choose_active_set(space, history, options_for(), {}).value();
  EXPECT_EQ(active.box.bounded, (std::vector<Index>{0, 1}));
}

TEST(ActiveSet, KnowsFromAWarmStateWhichInputsMatter) {
  EXPECT_EQ(relative_precision(testing::unit_square, {}), Vector::Ones(2));
  EngineWarmState warm;
  WarmState state;
  state.inputs = Matrix::Zero(2, 5);
  state.states = Matrix::Zero(4, 3);
  state.states.row(1).setConstant(1.0);   // z of x: log l_x = (1 + 1/4)/4
  state.states.row(2).setConstant(-1.0);  // of y
  warm.set("latent lengthscales=related", {}, state);
  const Vector precision = relative_precision(testing::unit_square, warm);
  EXPECT_NEAR(precision[0], std::exp(-1.25 / 4), 1e-12);
  EXPECT_NEAR(precision[1], std::exp(1.25 / 4), 1e-12);
  state.states.row(1).setConstant(5.0);
  warm.set("latent lengthscales=related", {}, state);
  EXPECT_EQ(relative_precision(testing::unit_square, warm)[0], 0.25) << "at most a factor of four";
}

}  // namespace
}  // namespace craggy
