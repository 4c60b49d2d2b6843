#include "runs/run_control.hpp"

#include <semaphore>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using Kind = RunEvent::Kind;

TEST(RunControl, TheFirstReasonStays) {
  RunControl control({});
  EXPECT_EQ(control.why(), RunEnd::done);
  EXPECT_FALSE(control.is_ending());
  control.end(RunEnd::target_reached);
  control.end(RunEnd::interrupted);
  EXPECT_TRUE(control.is_ending());
  EXPECT_TRUE(control.quit().stop_requested());
  EXPECT_EQ(control.why(), RunEnd::target_reached);
}

TEST(RunControl, TheFirstErrorStaysAndIsRethrown) {
  RunControl control({});
  control.end(RunEnd::out_of_time);
  control.end_with_error(std::make_exception_ptr(InvalidArgument("first")));
  control.end_with_error(std::make_exception_ptr(InvalidArgument("second")));
  EXPECT_TRUE(control.has_failed());
  EXPECT_EQ(testing::message_of([&] { control.why(); }), "first");
}

TEST(RunControl, EveryListenerHearsOfEveryEvent) {
  int first = 0;
  int second = 0;
  const std::vector<Listener> listeners = {[&](const RunEvent&, const RunState&) { ++first; },
                                           [&](const RunEvent&, const RunState&) { ++second; }};
  RunControl control(listeners);
  control.emit({.kind = Kind::tick});
  control.emit({.kind = Kind::stopped, .end = RunEnd::done});
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 2);
}

TEST(RunControl, ATickThatWaitsKeepsNoOtherEventWaiting) {
  std::binary_semaphore ticking{0};
  std::binary_semaphore go_on{0};
  const std::vector<Listener> listeners = {[&](const RunEvent& event, const RunState&) {
    if (event.kind != Kind::tick) return;
    ticking.release();
    go_on.acquire();
  }};
  RunControl control(listeners);
  const std::jthread ticker([&] { control.emit({.kind = Kind::tick}); });
  ticking.acquire();
  control.emit({.kind = Kind::stopped, .end = RunEnd::done});  // would wait for ever
  control.end(RunEnd::done);
  go_on.release();
}

TEST(RunControl, OtherEventsComeOneAtATime) {
  int inside = 0;  // not atomic
  int most = 0;
  const std::vector<Listener> listeners = {[&](const RunEvent&, const RunState&) {
    most = std::max(most, ++inside);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inside;
  }};
  RunControl control(listeners);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 5; ++k) control.emit({.kind = Kind::improved});
      });
  }
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace craggy::runs
