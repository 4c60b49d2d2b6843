#include "engine/region.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

RegionHistory in_one_input(const std::vector<double>& x, const std::vector<double>& y) {
  RegionHistory history{Matrix(1, std::ssize(x)), Vector(std::ssize(y)), Vector::Zero(std::ssize(y)), {0}};
  for (Index n = 0; n < history.size(); ++n) {
    history.X(0, n) = x[static_cast<std::size_t>(n)];
    history.objective[n] = y[static_cast<std::size_t>(n)];
  }
  return history;
}

const RegionRules rules = RegionRules::for_inputs(1);

TEST(Region, BeginsAtTheBestOfTheFirst) {
  const Region region = replay_region(in_one_input({0.1, 0.4, 0.9}, {3, 1, 2}), 3, rules);
  EXPECT_EQ(region.centre, 1);
  EXPECT_EQ(region.side, 0.8);
  EXPECT_FALSE(region.is_seeking);
}

TEST(Region, GrowsAfterThreeSuccessesAndShrinksAfterEightFailures) {
  const auto side_after = [](const std::vector<double>& later) {
    std::vector<double> y = {10};
    y.insert(y.end(), later.begin(), later.end());
    return replay_region(in_one_input(std::vector<double>(y.size(), 0.5), y), 1, rules).side;
  };
  EXPECT_EQ(side_after({9, 8}), 0.8);
  EXPECT_EQ(side_after({9, 8, 7}), 1.6);
  EXPECT_EQ(side_after({9, 8, 7, 6, 5, 4}), 1.6) << "never longer";
  const std::vector<double> seven(7, 11.0);
  EXPECT_EQ(side_after(seven), 0.8);
  EXPECT_EQ(side_after(std::vector<double>(8, 11.0)), 0.4);
  std::vector<double> interrupted = seven;
  interrupted.push_back(9);
  interrupted.insert(interrupted.end(), seven.begin(), seven.end());
  EXPECT_EQ(side_after(interrupted), 0.8) << "in a row";
  std::vector<double> next_to_nothing = {9};
  for (int i = 1; i <= 8; ++i) next_to_nothing.push_back(9 - 1e-4 * i);
  EXPECT_EQ(side_after(next_to_nothing), 0.4) << "gains of next to nothing are failures";
}

TEST(Region, WhatIsOutsideCountsOnlyIfItIsBetterThanAllInside) {
  const Region worse = replay_region(in_one_input({0.1, 0.9, 0.9, 0.9}, {1, 2, 2, 2}), 1, rules);
  EXPECT_EQ(worse.failures, 0);
  EXPECT_EQ(worse.side, 0.8);
  const Region better = replay_region(in_one_input({0.1, 0.9}, {1, 0}), 1, rules);
  EXPECT_EQ(better.centre, 1);
  EXPECT_EQ(better.successes, 0);
}

TEST(Region, EndsWhenItIsTooSmallAndTheNextBeginsAtTheBestSeed) {
  std::vector<double> x(57, 0.25);
  std::vector<double> y(57, 5.0);
  y[0] = 1.0;
  Region region = replay_region(in_one_input(x, y), 1, rules);  // seven times eight failures
  EXPECT_TRUE(region.is_seeking);
  EXPECT_EQ(region.exhausted, std::vector<Index>{0});
  EXPECT_EQ(region.restarts, 1);
  // One seed falls where the region ended and is the best, and is not taken.
  x.insert(x.end(), {0.26, 0.7, 0.8, 0.9});
  y.insert(y.end(), {1.5, 3.0, 2.0, 4.0});
  region = replay_region(in_one_input(x, y), 1, rules);
    while (std::ssize(x) < 57 + rules.seeds) x.push_back(0.6), y.push_back(9.0);
  region = replay_region(in_one_input(x, y), 1, rules);
  EXPECT_FALSE(region.is_seeking);
  EXPECT_EQ(region.centre, 59);
  EXPECT_EQ(region.side, 0.8);
  // It moves to where the first one ended, and is over.
  x.push_back(0.255), y.push_back(0.5);
  region = replay_region(in_one_input(x, y), 1, rules);
  EXPECT_EQ(region.restarts, 1) << "outside of an ended region or not: it lies outside of this one";
}

TEST(Region, PutsConstraintsFirst) {
  RegionHistory history = in_one_input({0.5, 0.5, 0.5}, {1, 9, 8});
  history.violation << 1.0, 0.0, 0.0;
  EXPECT_TRUE(history.is_better(1, 0));
  EXPECT_FALSE(history.is_better(0, 1));
  EXPECT_EQ(replay_region(history, 1, rules).successes, 2);
}

TEST(Region, WithoutABoundStaysAsItIs) {
  RegionHistory history = in_one_input(std::vector<double>(100, 0.5), std::vector<double>(100, 1.0));
  history.bounded.clear();
  EXPECT_EQ(replay_region(history, 10, rules).side, 0.8);
}

TEST(Region, OfAFewValuesEndsWhereNoneIsLeftInside) {
  EXPECT_EQ(RegionRules::for_inputs(3, 0.05).shortest_side, 0.1);
  EXPECT_EQ(RegionRules::for_inputs(3, 0.0).shortest_side, 0x1p-7);
}

// The rules told once more, as plainly as can be.
Region naive_region(const RegionHistory& h, Index first, const RegionRules& r) {
  const auto near = [&](Index a, Index b, double side) {
    double largest = 0.0;
    for (const Index q : h.bounded) largest = std::max(largest, std::abs(h.X(q, a) - h.X(q, b)));
    return largest <= side / 2;
  };
  const auto better = [&](Index a, Index b) {
    if (h.violation[a] != h.violation[b]) return h.violation[a] < h.violation[b];
    return h.violation[a] == 0.0 && h.objective[a] < h.objective[b];
  };
  Region g;
  const auto ended = [&](Index n) {
    for (const Index e : g.exhausted)
      if (near(e, n, r.exhausted_side)) return true;
    return false;
  };
  for (Index n = 1; n < std::min(first, h.size()); ++n)
    if (better(n, g.centre)) g.centre = n;
  Index begin = g.centre;
  for (Index n = first; n < h.size(); ++n) {
    bool over = false;
    if (g.is_seeking) {
      g.seeds.push_back(n);
      if (std::ssize(g.seeds) < r.seeds) continue;
      Index chosen = -1;
      for (const Index s : g.seeds)
        if (!ended(s) && (chosen < 0 || better(s, chosen))) chosen = s;
      if (chosen < 0)
        for (const Index s : g.seeds)
          if (chosen < 0 || better(s, chosen)) chosen = s;
      g.centre = begin = chosen;
      g.seeds.clear();
      g.is_seeking = false;
      g.side = r.first_side;
      g.successes = g.failures = 0;
      continue;
    }
    const bool inside = near(g.centre, n, g.side);
    const bool best = better(n, g.centre);
    if (!inside && (!best || ended(n))) continue;
    bool success = false;
    if (best) {
      const double so_far =
          h.violation[begin] > 0.0 ? 0.0 : std::max(0.0, h.objective[begin] - h.objective[g.centre]);
      success = h.violation[n] < h.violation[g.centre] ||
                h.objective[g.centre] - h.objective[n] > r.least_gain * so_far;
      g.centre = n;
    }
    if (inside && success) {
      g.failures = 0;
      if (++g.successes == 3) g.side = std::min(1.6, 2 * g.side), g.successes = 0;
    } else if (inside) {
      g.successes = 0;
      if (++g.failures == r.failures_to_shrink) g.side /= 2, g.failures = 0;
      over = g.side < r.shortest_side;
    }
    if (over || (best && ended(n))) {
      g.exhausted.push_back(g.centre);
      ++g.restarts;
      g.is_seeking = true;
    }
  }
  return g;
}

TEST(Region, IsWhatAPlainSimulationGives) {
  testing::expect_property([] {
    const Index Q = *rc::gen::inRange(1, 3);
    const Index N = *rc::gen::inRange(1, 400);
    RandomStream stream(*rc::gen::arbitrary<std::uint64_t>());
    RegionHistory history{Matrix(Q, N), Vector(N), Vector::Zero(N), {}};
    for (Index q = 0; q < Q; ++q) history.bounded.push_back(q);
    const bool with_violations = *rc::gen::arbitrary<bool>();
    Vector centre = Vector::Constant(Q, 0.5);
    for (Index n = 0; n < N; ++n) {
      if (stream.below(60) == 0)
        for (double& x : centre) x = stream.uniform();
      for (Index q = 0; q < Q; ++q)
        history.X(q, n) =
            std::clamp(centre[q] + 0.3 * std::pow(stream.uniform(), 4) * stream.normal(), 0.0, 1.0);
      history.objective[n] = std::round(20 * history.X.col(n).sum()) + 0.01 * stream.normal();
      if (with_violations) history.violation[n] = static_cast<double>(stream.below(3));
    }
    const RegionRules its_rules = RegionRules::for_inputs(Q);
    const Index first = *rc::gen::inRange(1, 20);
    const Region region = replay_region(history, first, its_rules);
    const Region naive = naive_region(history, first, its_rules);
    RC_ASSERT(region.centre == naive.centre);
    RC_ASSERT(region.side == naive.side);
    RC_ASSERT(region.restarts == naive.restarts);
    RC_ASSERT(region.is_seeking == naive.is_seeking);
    RC_ASSERT(region.exhausted == naive.exhausted);
    if (region.is_seeking) RC_ASSERT(region.seeds == naive.seeds);
    if (!region.is_seeking) RC_ASSERT(region.successes == naive.successes);
    if (!region.is_seeking) RC_ASSERT(region.failures == naive.failures);
  });
}

}  // namespace
}  // namespace craggy
