#include "samplers/warm_up_windows.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy {
namespace {

TEST(WarmUpWindows, AreStansForLongWarmUps) {
  const WarmUpWindows thousand = warm_up_windows(1000);
  EXPECT_EQ(thousand.slow_begin, 75);
  EXPECT_EQ(thousand.slow_ends, (std::vector<Index>{100, 150, 250, 450, 950}));
  EXPECT_EQ(warm_up_windows(500).slow_ends, (std::vector<Index>{100, 150, 250, 450}));
  EXPECT_EQ(warm_up_windows(300).slow_ends, (std::vector<Index>{100, 150, 250}));
  EXPECT_EQ(warm_up_windows(200).slow_ends, (std::vector<Index>{100, 150}));
  EXPECT_EQ(warm_up_windows(150).slow_ends, (std::vector<Index>{100}));
}

TEST(WarmUpWindows, ShrinkForShortWarmUps) {
  const WarmUpWindows hundred = warm_up_windows(100);
  EXPECT_EQ(hundred.slow_begin, 15);
  EXPECT_EQ(hundred.slow_ends, (std::vector<Index>{90}));
  const WarmUpWindows twenty = warm_up_windows(20);
  EXPECT_EQ(twenty.slow_begin, 3);
  EXPECT_EQ(twenty.slow_ends, (std::vector<Index>{18}));
  EXPECT_TRUE(warm_up_windows(19).slow_ends.empty());
  EXPECT_TRUE(warm_up_windows(0).slow_ends.empty());
}

TEST(WarmUpWindows, NeverEndWithAShortWindow) {
  for (Index num_warmup = 20; num_warmup < 2000; ++num_warmup) {
    const WarmUpWindows windows = warm_up_windows(num_warmup);
    ASSERT_FALSE(windows.slow_ends.empty());
    Index begin = windows.slow_begin;
    Index previous_length = 0;
    for (Index end : windows.slow_ends) {
      EXPECT_GE(end - begin, 2 * previous_length) << num_warmup;
      previous_length = end - begin;
      begin = end;
    }
    EXPECT_LT(begin, num_warmup) << "the step size settles after the last metric";
  }
}

TEST(WarmUpWindows, RefuseLengthsWithoutMeaning) {
  EXPECT_EQ(testing::message_of([] { warm_up_windows(100, {.first_slow = 0}); }),
            "first_slow is 0, but it has to be at least 1");
}

}  // namespace
}  // namespace craggy
