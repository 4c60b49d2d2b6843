#include "interrupt.hpp"

#include <chrono>
#include <csignal>
#include <semaphore>

#include <gtest/gtest.h>
#include <unistd.h>

namespace craggy::cli {
namespace {

// Whether a stop is requested within ten seconds, which only a failure takes.
bool stop_arrives(const std::stop_token& token) {
  std::binary_semaphore stopped{0};
  const std::stop_callback on_stop(token, [&] { stopped.release(); });
  return stopped.try_acquire_for(std::chrono::seconds(10));
}

TEST(InterruptWatch, TheFirstSignalRequestsAStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const InterruptWatch watch;
    EXPECT_FALSE(watch.token().stop_requested());
    kill(getpid(), signal);
    EXPECT_TRUE(stop_arrives(watch.token()));
  }
}

TEST(InterruptWatch, TheSecondAsksForMore) {
  const InterruptWatch watch;
  kill(getpid(), SIGINT);
  ASSERT_TRUE(stop_arrives(watch.token()));
  EXPECT_FALSE(watch.abort_token().stop_requested());
  kill(getpid(), SIGINT);
  EXPECT_TRUE(stop_arrives(watch.abort_token()));
}

TEST(InterruptWatch, TheThirdEndsTheProcess) {
  const auto interrupt_thrice = [] {
    const InterruptWatch watch;
    kill(getpid(), SIGINT);
    if (!stop_arrives(watch.token())) return;
    kill(getpid(), SIGINT);
    if (!stop_arrives(watch.abort_token())) return;
    kill(getpid(), SIGINT);
    sleep(10);
  };
  EXPECT_EXIT(interrupt_thrice(), ::testing::ExitedWithCode(130), "");
}

TEST(InterruptWatch, SignalsOfOthersEndNothing) {
  const InterruptWatch watch;
  kill(getpid(), SIGUSR1);
  sigset_t waiting;
  do sigpending(&waiting);
  while (sigismember(&waiting, SIGUSR1) == 1);  // until the watch has seen it
  kill(getpid(), SIGINT);
  EXPECT_TRUE(stop_arrives(watch.token()));
}

TEST(InterruptWatch, LeavesTheSignalsAsTheyWere) {
  sigset_t before;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  { const InterruptWatch watch; }
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
  EXPECT_EQ(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

}  // namespace
}  // namespace craggy::cli
