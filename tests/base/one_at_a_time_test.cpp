#include "base/one_at_a_time.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

TEST(OneAtATime, LetsOneThreadIn) {
  OneAtATime turns;
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  int unguarded = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 200; ++k) {
          const OneAtATime::Turn turn = turns.take({});
          if (++inside > most) most = inside.load();
          ++unguarded;
          --inside;
        }
      });
  }
  EXPECT_EQ(most, 1);
  EXPECT_EQ(unguarded, 1600);
}

TEST(OneAtATime, StopsWaitingWhenAskedTo) {
  OneAtATime turns;
  const OneAtATime::Turn turn = turns.take({});
  std::stop_source source;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  EXPECT_THROW(turns.take(source.get_token()), Cancelled);
}

TEST(OneAtATime, AnExceptionPassesTheTurnOn) {
  OneAtATime turns;
  try {
    const OneAtATime::Turn turn = turns.take({});
    throw Cancelled();
  } catch (const Cancelled&) {
  }
  const OneAtATime::Turn turn = turns.take({});
}

}  // namespace
}  // namespace craggy
