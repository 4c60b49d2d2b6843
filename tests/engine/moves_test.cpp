#include "engine/moves.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "support/any_space.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

std::set<Codes> neighbours_of(const Space& space, const Codes& full_point) {
  RandomStream stream(1);
  const std::vector<Codes> all = Moves(space).neighbours(full_point, stream);
  return {all.begin(), all.end()};
}

TEST(Moves, GoToEveryOtherNameAndFewValues) {
  const Space space{{"opt", Categorical{{"a", "b", "c"}}}, {"flag", Bool{}}, {"n", Int{1, 3}}};
  EXPECT_EQ(neighbours_of(space, {0, 1, 2}),
            (std::set<Codes>{{1, 1, 2}, {2, 1, 2}, {0, 0, 2}, {0, 1, 1}, {0, 1, 3}}));
}

TEST(Moves, GoUpAndDownByOneAndFurther) {
  const Space space{{"n", Int{0, 1000}}};
  const std::set<Codes> found = neighbours_of(space, {500});
  for (const double code : {499, 501, 450, 550, 350, 650, 100, 900})
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Codes& other) {
      return std::abs(other[0] - code) <= 1;
    })) << code;
  EXPECT_EQ(neighbours_of(space, {0}).count({1}), 1u);
  EXPECT_EQ(neighbours_of(space, {1000}).count({999}), 1u);
}

TEST(Moves, LeaveRealNumbersToTheGradient) {
  EXPECT_TRUE(neighbours_of(Space{{"x", Float{0, 1}}}, {0.5}).empty());
  // But a threshold in between has no gradient.
  const Space space{{"x", Float{0, 1}}, {"f", Bool{}, Condition{"x", Comparison::greater, {"0.8"}}}};
  const std::set<Codes> found = neighbours_of(space, {0.5, 1});
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Codes& other) { return other[0] > 0.8; }));
}

TEST(Moves, WhatComesToCountIsTriedAsWishedAndAnew) {
  const Space space{{"opt", Categorical{{"a", "b"}}},
                    {"x", Float{0, 1}, Condition{"opt", Comparison::equal, {"b"}}}};
  const std::set<Codes> found = neighbours_of(space, {0, 0.25});
  EXPECT_EQ(found.size(), 2u);
  EXPECT_EQ(found.count({1, 0.25}), 1u);
}

TEST(Moves, TakeManyValuesInOrderForReal) {
  const Space space{{"few", Int{1, 20}},
                    {"many", Int{1, 21}},
                    {"parent", Int{1, 100}},
                    {"child", Bool{}, Condition{"parent", Comparison::less, {"5"}}},
                    {"names", Categorical{std::vector<std::string>{"a", "b"}}}};
  const Moves moves(space);
  EXPECT_FALSE(moves.is_nearly_real(0));
  EXPECT_TRUE(moves.is_nearly_real(1));
  EXPECT_FALSE(moves.is_nearly_real(2));
  EXPECT_FALSE(moves.is_nearly_real(4));
}

TEST(Moves, OfManyNamesTrySomeEachTime) {
  Categorical many;
  for (int i = 0; i < 1000; ++i) many.choices.push_back(std::to_string(i));
  const std::set<Codes> found = neighbours_of(Space{{"c", many}}, {3});
  EXPECT_GT(found.size(), 30u);
  EXPECT_LE(found.size(), 50u);
}

TEST(MovesProperty, StayInTheSpaceAndChangeOneThing) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(5, true, 40);
        RC_LOG() << testing::described(space);
        const Codes point = space.pick(testing::any_shares(space.size()));
        RandomStream stream(5);
        const Moves moves(space);
        const Codes full_point = moves.full_point_of(point, stream);
        RC_ASSERT(space.canonical(full_point) == point);
        for (const Codes& other : moves.neighbours(full_point, stream)) {
          const Codes there = space.canonical(other);
          space.check(there);
          RC_ASSERT(there != point);
          // One parameter that counts in both differs, and it is the only one.
          int num_changed = 0;
          for (std::size_t i = 0; i < space.size(); ++i)
            if (space.is_active(i, point) && space.is_active(i, there) && point[i] != there[i]) ++num_changed;
          RC_ASSERT(num_changed == 1);
        }
        for (const double distance : {0.3, 0.01})
          space.check(space.canonical(moves.shaken(full_point, distance, stream)));
      },
      1000);
}

}  // namespace
}  // namespace craggy
