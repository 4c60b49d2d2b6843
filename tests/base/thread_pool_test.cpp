#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/thread_pool.hpp>

namespace craggy {
namespace {

TEST(ThreadPool, CallsEveryIndexOnce) {
  for (std::size_t threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.num_threads(), threads);
    for (std::size_t count : {0U, 1U, 3U, 1000U}) {
      std::vector<std::atomic<int>> calls(count);
      pool.parallel_for(count, [&](std::size_t i) { ++calls[i]; });
      for (const auto& n : calls) EXPECT_EQ(n.load(), 1);
    }
  }
}

TEST(ThreadPool, RethrowsTheFailureOfTheSmallestIndexAndStaysUsable) {
  ThreadPool pool(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      pool.parallel_for(20, [](std::size_t i) {
        if (i % 2 == 1) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "1");
    }
  }
  std::atomic<int> sum = 0;
  pool.parallel_for(10, [&](std::size_t i) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum.load(), 45);
}

TEST(ThreadPool, NestedLoopsRunInline) {
  ThreadPool pool(2);
  std::atomic<int> calls = 0;
  pool.parallel_for(4, [&](std::size_t) { pool.parallel_for(5, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls.load(), 20);
}

TEST(ThreadPool, WithoutAPoolTheLoopRunsInOrderOnTheCallingThread) {
  std::vector<std::size_t> order;
  parallel_for(nullptr, 3, [&](std::size_t i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
  ThreadPool pool(2);
  std::atomic<int> calls = 0;
  parallel_for(&pool, 7, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls.load(), 7);
}

}  // namespace
}  // namespace craggy
