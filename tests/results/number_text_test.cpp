#include "results/number_text.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace craggy::results {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(NumberText, GapsHaveThreeDecimals) {
  EXPECT_EQ(three_decimals(0.95949), "0.959");
  EXPECT_EQ(three_decimals(-0.0001), "0.000");
  EXPECT_EQ(three_decimals(-0.25), "-0.250");
  EXPECT_EQ(three_decimals(nan), "–");
}

TEST(NumberText, DifferencesHaveASign) {
  EXPECT_EQ(signed_text(0.0123), "+0.012");
  EXPECT_EQ(signed_text(-0.0071), "-0.007");
  EXPECT_EQ(signed_text(0.0001), "0.000");
  EXPECT_EQ(signed_text(-0.0001), "0.000");
}

TEST(NumberText, RegretsHaveAboutFourDigits) {
  EXPECT_EQ(regret_text(0.1174), "0.117");
  EXPECT_EQ(regret_text(16.449), "16.45");
  EXPECT_EQ(regret_text(183.21), "183.2");
  EXPECT_EQ(regret_text(-25.0), "-25.00");
  EXPECT_EQ(mean_and_sd(1.0, 20.0), "1.000 ± 20.00");
  EXPECT_EQ(mean_and_sd(1.0, nan), "1.000");
}

TEST(NumberText, OthersAreAsShortAsTheyMayBe) {
  EXPECT_EQ(two_decimals(-186.7309), "-186.73");
  EXPECT_EQ(two_decimals(std::nullopt), "–");
  EXPECT_EQ(p_text(0.0004), "< 0.001");
  EXPECT_EQ(p_text(0.0321), "0.032");
  EXPECT_EQ(seconds_text(0.0421), "0.042");
  EXPECT_EQ(seconds_text(1.26), "1.3");
  EXPECT_EQ(seconds_text(25.2), "25");
  EXPECT_EQ(exact_text(0.1), "0.1");
  EXPECT_EQ(exact_text(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(exact_text(nan), "");
}

}  // namespace
}  // namespace craggy::results
