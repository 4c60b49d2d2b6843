#include "base/cancellation.hpp"

#include <atomic>

#include <gtest/gtest.h>

#include <craggy/base/thread_pool.hpp>

namespace craggy {
namespace {

TEST(StopScope, WithoutOneNothingStops) {
  EXPECT_FALSE(stop_requested());
  EXPECT_NO_THROW(throw_if_stopped());
  const std::stop_token nobody;
  const StopScope scope(nobody);
  EXPECT_NO_THROW(throw_if_stopped());
}

TEST(StopScope, EndsWithItsBlock) {
  std::stop_source source;
  const std::stop_token stop = source.get_token();
  {
    const StopScope scope(stop);
    EXPECT_NO_THROW(throw_if_stopped());
    source.request_stop();
    EXPECT_TRUE(stop_requested());
    EXPECT_THROW(throw_if_stopped(), Cancelled);
  }
  EXPECT_NO_THROW(throw_if_stopped());
}

TEST(StopScope, AnInnerOneDoesNotHideAnOuterOne) {
  std::stop_source source;
  const std::stop_token stop = source.get_token();
  const std::stop_token nobody;
  const StopScope outer(stop);
  const StopScope inner(nobody);
  EXPECT_FALSE(stop_requested());
  source.request_stop();
  EXPECT_TRUE(stop_requested());
}

TEST(StopScope, HoldsOnTheThreadsOfALoopAndOnlyUntilItEnds) {
  ThreadPool pool(4);
  std::atomic<int> looks = 0;
  const std::function<bool()> count = [&] { return ++looks > 40; };
  {
    const StopScope scope(count);
    EXPECT_THROW(pool.parallel_for(100, [](std::size_t) { throw_if_stopped(); }), Cancelled);
  }
  EXPECT_EQ(looks, 100);  // 40 bodies went on, and each of the others stopped by itself
  looks = 0;
  pool.parallel_for(100, [](std::size_t) { throw_if_stopped(); });
  EXPECT_EQ(looks, 0);
}

}  // namespace
}  // namespace craggy
