// Conditional parameters: when they count, which conditions cannot be, and how many points that leaves.
#include "space/activity.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>

#include "space/codec.hpp"
#include "support/any_space.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

Space space_of(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  parameters.reserve(texts.size());
  for (const std::string& text : texts) parameters.push_back(parse_parameter(text));
  return Space(parameters);
}

std::string message_for(const std::vector<std::string>& texts) {
  return testing::message_of([&] { space_of(texts); });
}

using Values = std::vector<double>;

TEST(Activity, FollowsTheParentsWhateverTheOrder) {
  const Space space = space_of(
      {"nesterov=bool if momentum > 0.5", "momentum=float(0,1) if opt == sgd", "opt=categorical(adam,sgd)"});
  EXPECT_FALSE(space.is_continuous());
  EXPECT_TRUE(space.is_active(2, Values{0, 0, 0}));
  EXPECT_FALSE(space.is_active(1, Values{0, 0, 0}));
  EXPECT_TRUE(space.is_active(1, Values{0, 0.3, 1}));
  EXPECT_FALSE(space.is_active(0, Values{0, 0.3, 1}));
  EXPECT_TRUE(space.is_active(0, Values{0, 0.7, 1}));
  EXPECT_FALSE(space.is_active(0, Values{0, 0.7, 0}));  // momentum itself is inactive
  EXPECT_EQ(space.canonical(Values{1, 0.7, 0}), (Values{0, 0, 0}));
  EXPECT_EQ(space.canonical(Values{1, 0.3, 1}), (Values{0, 0.3, 1}));
  EXPECT_EQ(space.canonical(Values{1, 0.7, 1}), (Values{1, 0.7, 1}));
}

TEST(Activity, EveryComparison) {
  const auto active_values = [](const std::string& condition) {
    const Space space = space_of({"n=int(1,5)", "x=bool if " + condition});
    Values active;
    for (double n = 1; n <= 5; ++n)
      if (space.is_active(1, Values{n, 0})) active.push_back(n);
    return active;
  };
  EXPECT_EQ(active_values("n == 3"), (Values{3}));
  EXPECT_EQ(active_values("n != 3"), (Values{1, 2, 4, 5}));
  EXPECT_EQ(active_values("n < 3"), (Values{1, 2}));
  EXPECT_EQ(active_values("n <= 3"), (Values{1, 2, 3}));
  EXPECT_EQ(active_values("n > 3.5"), (Values{4, 5}));
  EXPECT_EQ(active_values("n >= 3"), (Values{3, 4, 5}));
  EXPECT_EQ(active_values("n in (5,1)"), (Values{1, 5}));
}

TEST(Activity, ConditionsThatCannotBeAreNamed) {
  EXPECT_EQ(
      message_for({"opt=categorical(adam,sgd)", "m=bool if opr == sgd"}),
      "the condition of 'm' is 'opr == sgd', but there is no parameter 'opr': there are opt, m; did you mean "
      "'opt'?");
  EXPECT_EQ(message_for({"opt=categorical(adam,sgd)", "m=bool if opt == sg"}),
            "in the condition of 'm', 'opt' is 'sg', but it has to be one of adam, sgd; did you mean 'sgd'?");
  EXPECT_EQ(message_for({"opt=categorical(adam,sgd)", "m=bool if opt < sgd"}),
            "the condition of 'm' is 'opt < sgd', but the values of 'opt' have no order; compare them by ==, "
            "!= or in (…)");
  EXPECT_EQ(message_for({"x=float(0,1)", "m=bool if x == 0.5"}),
            "the condition of 'm' is 'x == 0.5', but 'x' is a real number, which hardly ever equals another; "
            "compare it by <, <=, > or >=");
  EXPECT_EQ(message_for({"n=int(1,8)", "m=bool if n > 8"}),
            "the condition of 'm' is 'n > 8', but that never holds for 'n=int(1,8)'");
  EXPECT_EQ(message_for({"n=int(3,3)", "m=bool if n != 3"}),
            "the condition of 'm' is 'n != 3', but that never holds for 'n=int(3,3)'");
  EXPECT_EQ(message_for({"n=int(1,8)", "m=bool if n == 9"}),
            "in the condition of 'm', 'n' is '9', but it has to be a whole number from 1 to 8");
  EXPECT_EQ(message_for({"n=int(1,8)", "m=bool if n > many"}),
            "in the condition of 'm', 'n' is 'many', but it has to be a finite number such as 0.01 or 1e-5");
  EXPECT_EQ(message_for({"n=int(1,8)", "m=bool if n in (2,2)"}),
            "the condition of 'm' is 'n in (2,2)', but one of its values occurs twice");
  EXPECT_EQ(
      message_for({"n=int(1,8)", "m=bool if n"}),
      "in the condition of 'm', 'n' is 'true', but it has to be a whole number in digits, such as 16 or -3");
  EXPECT_EQ(testing::message_of([] {
              Space{{"a", Bool{}}, {"b", Bool{}, Condition{"a", Comparison::equal, {}}}};
            }),
            "the number of values in the condition of 'b' is 0, but it has to be 1");
}

TEST(Activity, CirclesAreNamed) {
  EXPECT_EQ(message_for({"a=bool if a"}),
            "the parent of 'a' is 'a', but the conditions go in a circle: a → a");
  EXPECT_EQ(message_for({"x=bool", "a=bool if c", "b=bool if a", "c=bool if b"}),
            "the parent of 'a' is 'c', but the conditions go in a circle: a → c → b → a");
  EXPECT_EQ(message_for({"leaf=bool if b", "a=bool if b", "b=bool if a"}),
            "the parent of 'b' is 'a', but the conditions go in a circle: b → a → b");
}

std::string name_of(int i) { return std::string("p").append(std::to_string(i)); }

TEST(Activity, ALongChainIsNoDanger) {
  std::vector<Parameter> parameters = {{name_of(0), Bool{}}};
  for (int i = 1; i < 20000; ++i)
    parameters.push_back({name_of(i), Bool{}, Condition{name_of(i - 1), Comparison::equal, {"true"}}});
  std::reverse(parameters.begin(), parameters.end());
  const Space space(parameters);
  EXPECT_EQ(space.num_points(), 20001u);
  EXPECT_TRUE(space.is_active(0, Values(20000, 1.0)));
}

TEST(NumPoints, CountsWhatDiffers) {
  EXPECT_EQ(space_of({"n=int(1,8)", "f=bool"}).num_points(), 16u);
  EXPECT_EQ(space_of({"opt=categorical(adam,sgd)", "f=bool if opt == sgd"}).num_points(), 3u);
  EXPECT_EQ(space_of({"n=int(1,5)", "f=bool if n >= 3", "q=step(0,1,0.5) if n in (1,4)"}).num_points(),
            3u + 1u + 2u + 6u + 2u);
  EXPECT_EQ(space_of({"f=bool", "x=float(0,1) if f"}).num_points(), std::nullopt);
  EXPECT_EQ(space_of({"n=int(0,9007199254740991)"}).num_points(), std::uint64_t{1} << 53U);
  EXPECT_EQ(space_of({"n=int(0,9007199254740991)", "f=bool if n > 9007199254740990"}).num_points(),
            (std::uint64_t{1} << 53U) + 1);
  EXPECT_EQ(space_of({"n=int(0,9007199254740991)", "m=int(0,9007199254740991)"}).num_points(), std::nullopt);
}

TEST(Points, AreAllOfThemOnce) {
  const Space space = space_of({"f=bool if n >= 2", "n=int(1,3)"});
  EXPECT_EQ(space.points(100), (std::vector<Values>{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}));
  EXPECT_EQ(space.points(2), (std::vector<Values>{{0, 1}, {0, 2}}));
  EXPECT_EQ(space.points(0), std::vector<Values>{});
  EXPECT_EQ(testing::message_of([] { space_of({"x=float(0,1)"}).points(3); }),
            "the number of values of 'x' is infinite, but only a space without float and log parameters can "
            "be gone through");
}

TEST(PointsProperty, AsManyAsGoingThroughEverythingFinds) {
  // The naive way: all combinations of codes, made canonical, without repetitions.
  testing::expect_property(
      [] {
        const Space space = testing::any_space(5, false, 4);
        RC_LOG() << testing::described(space);
        std::set<Values> different;
        Values values(space.size());
        const auto go_through = [&](const auto& self, std::size_t i) -> void {
          if (i == space.size()) {
            different.insert(space.canonical(values));
            return;
          }
          for (std::uint64_t rank = 0; rank < *space.codec(i).num_values(); ++rank) {
            values[i] = space.codec(i).code(rank);
            self(self, i + 1);
          }
        };
        go_through(go_through, 0);
        RC_ASSERT(space.num_points() == different.size());
        const std::vector<Values> points = space.points(100000);
        RC_ASSERT(points.size() == different.size());
        RC_ASSERT(std::set<Values>(points.begin(), points.end()) == different);
      },
      300);
}

TEST(ActivityProperty, WhatDoesNotCountDoesNotMatter) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(6);
        RC_LOG() << testing::described(space);
        const Values values = space.pick(testing::any_shares(space.size()));
        space.check(values);
        RC_ASSERT(space.canonical(values) == values);
        Values other(space.size());
        for (std::size_t i = 0; i < space.size(); ++i) {
          const auto& rule = space.activity().rule(i);
          // The definition: its own condition holds and its parent counts.
          RC_ASSERT(space.is_active(i, values) == (!rule || (rule->test.holds(values[rule->parent]) &&
                                                             space.is_active(rule->parent, values))));
          other[i] = space.is_active(i, values) ? values[i] : space.codec(i).pick(testing::any_share());
        }
        RC_ASSERT(space.canonical(other) == values);
        for (std::size_t i = 0; i < space.size(); ++i)
          RC_ASSERT(space.is_active(i, values) == space.is_active(i, other));
      },
      2000);
}

TEST(ActivityProperty, TheUnitCubeAndBack) {
  testing::expect_property(
      [] {
        const Space space = testing::any_space(6, true, 40);
        RC_LOG() << testing::described(space);
        const Values unit = testing::any_shares(space.num_inputs());
        const Values values = space.decode(unit);
        space.check(values);
        const Values snapped = space.snap(unit);
        RC_ASSERT(snapped == space.encode(values));
        const Values again = space.decode(snapped);
        for (std::size_t i = 0; i < space.size(); ++i) {
          const bool active = space.is_active(i, values);
          if (!space.codec(i).is_real()) RC_ASSERT(again[i] == values[i]);
          for (std::size_t q = 0; q < space.codec(i).num_inputs(); ++q) {
            const double coordinate = snapped[space.first_input(i) + q];
            if (!active) RC_ASSERT(coordinate == 0.5);
            if (active && space.codec(i).is_real())
              RC_ASSERT(std::abs(coordinate - unit[space.first_input(i)]) < 1e-12);
          }
        }
      },
      2000);
}

}  // namespace
}  // namespace craggy
