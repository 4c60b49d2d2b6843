#include "charts/ticks.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"

namespace craggy::charts {
namespace {

std::string labels(double low, double high, int wanted) {
  std::string text;
  for (const Tick& tick : nice_ticks(low, high, wanted)) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

TEST(NiceTicks, AreWhatOneWouldWrite) {
  EXPECT_EQ(labels(0.0, 1.0, 5), "0.0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(labels(0.0, 1.0, 3), "0.0 0.5 1.0");
  EXPECT_EQ(labels(-10.0, 10.0, 3), "−10 0 10");
  EXPECT_EQ(labels(0.0, 100.0, 5), "0 20 40 60 80 100");
  EXPECT_EQ(labels(1.0, 50.0, 5), "10 20 30 40 50");
  EXPECT_EQ(labels(0.0, 0.0027, 3), "0.000 0.001 0.002");
  EXPECT_EQ(labels(-1.27, 1.65, 5), "−1.0 −0.5 0.0 0.5 1.0 1.5");
  EXPECT_EQ(labels(0.0, 3e7, 3), "0 1e+07 2e+07 3e+07");
}

// The definition, by trying all steps.
TEST(NiceTicks, AreTheStepsWhoseNumberComesNearest) {
  RandomStream stream(1);
  for (int round = 0; round < 300; ++round) {
    const double low = stream.uniform(-5.0, 5.0);
    const double high = low + std::exp(stream.uniform(-6.0, 6.0));
    const int wanted = 2 + static_cast<int>(stream.below(6));
    const auto ticks = nice_ticks(low, high, wanted);
    long nearest = 1000;
    for (int exponent = -8; exponent <= 8; ++exponent)
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double step = factor * std::pow(10.0, exponent);
        if ((high - low) / step > 100.0) continue;
        long count = 0;
        for (auto i = static_cast<long>(std::floor(low / step)) - 1; static_cast<double>(i) * step <= high;
             ++i)
          if (static_cast<double>(i) * step >= low) ++count;
        nearest = std::min(nearest, std::abs(count - wanted));
      }
    EXPECT_EQ(std::abs(static_cast<long>(ticks.size()) - wanted), nearest)
        << low << " " << high << " " << wanted;
    for (const Tick& tick : ticks) {
      EXPECT_GE(tick.value, low - 1e-9 * (high - low));
      EXPECT_LE(tick.value, high + 1e-9 * (high - low));
    }
    if (ticks.size() > 1) {
      const double step = ticks[1].value - ticks[0].value;
      const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
      EXPECT_TRUE(std::abs(mantissa - 1.0) < 1e-6 || std::abs(mantissa - 2.0) < 1e-6 ||
                  std::abs(mantissa - 5.0) < 1e-6)
          << mantissa;
    }
  }
}

TEST(NiceTicks, RefusesAnEmptyRange) {
  EXPECT_EQ(testing::message_of([] { nice_ticks(1.0, 1.0, 5); }), "high is 1, but it has to be above low, 1");
  EXPECT_NE(testing::message_of([] { nice_ticks(0.0, NAN, 5); }), "(no error)");
  EXPECT_NE(testing::message_of([] { nice_ticks(0.0, 1.0, 0); }), "(no error)");
}

TEST(Widened, AddsAtBothEnds) {
  const Range range = widened({2.0, 4.0}, 0.25);
  EXPECT_DOUBLE_EQ(range.low, 1.5);
  EXPECT_DOUBLE_EQ(range.high, 4.5);
}

}  // namespace
}  // namespace craggy::charts
