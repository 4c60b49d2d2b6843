#include "problems/score.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::problems {
namespace {

using testing::message_of;

TEST(Score, GapIsTheShareOfTheWay) {
  EXPECT_DOUBLE_EQ(gap(10.0, 10.0, -10.0), 0.0);
  EXPECT_DOUBLE_EQ(gap(10.0, 5.0, -10.0), 0.25);
  EXPECT_DOUBLE_EQ(gap(10.0, -10.0, -10.0), 1.0);
  EXPECT_DOUBLE_EQ(gap(10.0, -14.0, -10.0), 1.2);
}

TEST(Score, GapIsOneWhereNothingIsLeftToGain) {
  EXPECT_EQ(gap(3.0, 3.0, 3.0), 1.0);
  EXPECT_EQ(gap(2.0, 1.0, 3.0), 1.0);
}

TEST(Score, RegretIsTheDistanceLeft) {
  EXPECT_DOUBLE_EQ(regret(-19.5, -20.75), 1.25);
  EXPECT_LT(regret(-1.0, -0.99), 0.0);
}

TEST(Score, ImpossibleValuesAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of([] { gap(1.0, 2.0, 0.0); }), "best is 2, but it cannot be above the first value, 1");
  EXPECT_EQ(message_of([&] { gap(nan, 2.0, 0.0); }), "first is nan, but it has to be a finite number");
  EXPECT_EQ(message_of([&] { gap(1.0, nan, 0.0); }), "best is nan, but it has to be a finite number");
  EXPECT_EQ(message_of([&] { gap(1.0, 0.0, nan); }), "reference is nan, but it has to be a finite number");
  EXPECT_EQ(message_of([&] { regret(nan, 0.0); }), "best is nan, but it has to be a finite number");
}

}  // namespace
}  // namespace craggy::problems
