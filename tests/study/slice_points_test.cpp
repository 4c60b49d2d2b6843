#include "study/slice_points.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/space/grammar.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using Codes = std::vector<double>;

Space space_of(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  for (const std::string& text : texts) parameters.push_back(parse_parameter(text));
  return Space(parameters);
}

// depth needs deep, which needs opt; momentum needs opt as well.
const Space nested = space_of({"opt=categorical(sgd,adam,none)", "momentum=float(0,1) if opt == sgd",
                               "deep=bool if opt != none", "depth=int(1,9) if deep == true"});

TEST(SlicePoints, CodesAreEvenOnTheScaleOfTheSearch) {
  const Space space = space_of({"x=float(-1,1)", "lr=log(1e-4,1)", "n=int(0,1000)", "k=logint(1,1000)",
                                "c=categorical(a,b,c,d)", "s=step(0,1,0.25)", "flag=bool"});
  EXPECT_EQ(spread_codes(space, 0, 5), (Codes{-1.0, -0.5, 0.0, 0.5, 1.0}));
  const Codes rates = spread_codes(space, 1, 5);
  ASSERT_EQ(rates.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(std::log10(rates[i]), static_cast<double>(i) - 4.0, 1e-12);
  const Codes whole = spread_codes(space, 2, 5);
  ASSERT_EQ(whole.size(), 5U);
  EXPECT_EQ(whole.front(), 0.0);
  EXPECT_EQ(whole[2], 500.0);
  EXPECT_EQ(whole.back(), 1000.0);
  const Codes orders = spread_codes(space, 3, 4);
  ASSERT_EQ(orders.size(), 4U);
  EXPECT_EQ(orders, (Codes{1.0, 10.0, 100.0, 1000.0}));
  EXPECT_EQ(spread_codes(space, 4, 2), (Codes{0.0, 1.0, 2.0, 3.0}));  // no choice is left out
  EXPECT_EQ(spread_codes(space, 5, 5), (Codes{0.0, 0.25, 0.5, 0.75, 1.0}));
  EXPECT_EQ(spread_codes(space, 5, 3), (Codes{0.0, 0.5, 1.0}));
  EXPECT_EQ(spread_codes(space, 6, 100), (Codes{0.0, 1.0}));
  EXPECT_EQ(testing::message_of([&] { spread_codes(space, 0, 1); }),
            "num_values is 1, but it has to be at least 2");
}

TEST(SlicePoints, AFewCodesOfManyAreNotTheSameTwice) {
  const Space space = space_of({"k=logint(1,8)"});
  const Codes codes = spread_codes(space, 0, 7);
  for (std::size_t i = 1; i < codes.size(); ++i) EXPECT_LT(codes[i - 1], codes[i]);
}

TEST(SlicePoints, WhatBecomesActiveStandsInTheMiddle) {
  const Codes none = {2.0, 0.0, 0.0, 1.0};
  EXPECT_EQ(with_codes(nested, none, {{0, 0.0}}), (Codes{0.0, 0.5, 1.0, 5.0}));
  EXPECT_EQ(with_codes(nested, none, {{0, 1.0}}), (Codes{1.0, 0.0, 1.0, 5.0}));
  EXPECT_EQ(with_codes(nested, none, {{0, 0.0}, {2, 0.0}}), (Codes{0.0, 0.5, 0.0, 1.0}));
}

TEST(SlicePoints, WhatWasActiveKeepsItsValueAndWhatIsNotAnyMoreLosesIt) {
  const Codes sgd = {0.0, 0.9, 1.0, 7.0};
  EXPECT_EQ(with_codes(nested, sgd, {{3, 2.0}}), (Codes{0.0, 0.9, 1.0, 2.0}));
  EXPECT_EQ(with_codes(nested, sgd, {{0, 1.0}}), (Codes{1.0, 0.0, 1.0, 7.0}));
  EXPECT_EQ(with_codes(nested, sgd, {{0, 2.0}}), (Codes{2.0, 0.0, 0.0, 1.0}));
}

TEST(SlicePoints, TheConditionThatIsNotMetMayBeThatOfAParent) {
  const Codes none = {2.0, 0.0, 0.0, 1.0};
  EXPECT_EQ(unmet_condition(nested, 0, none), "");
  EXPECT_EQ(unmet_condition(nested, 1, none), "opt == sgd");
  EXPECT_EQ(unmet_condition(nested, 3, none), "opt != none");
  EXPECT_EQ(unmet_condition(nested, 3, {1.0, 0.0, 0.0, 1.0}), "deep == true");
}

}  // namespace
}  // namespace craggy
