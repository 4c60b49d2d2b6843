#include "base/own_thread.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace craggy {
namespace {

TEST(OwnThread, DoesTheWorkOfAllThreadsOneAfterTheOther) {
  std::set<std::thread::id> workers;
  int unguarded = 0;
  {
    OwnThread own;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 100; ++k)
          own.run([&] {
            ++unguarded;
            workers.insert(std::this_thread::get_id());
          });
      });
    threads.clear();
  }
  EXPECT_EQ(unguarded, 800);
  EXPECT_EQ(workers.size(), 1U);
  EXPECT_FALSE(workers.contains(std::this_thread::get_id()));
}

TEST(OwnThread, PassesOnWhatIsThrownAndGoesOn) {
  OwnThread own;
  for (const char* text : {"first", "second"}) {
    try {
      own.run([&] { throw std::runtime_error(text); });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), text);
    }
    int calls = 0;
    own.run([&] { ++calls; });
    EXPECT_EQ(calls, 1);
  }
}

TEST(OwnThread, NeedsNoWorkToEnd) { const OwnThread own; }

}  // namespace
}  // namespace craggy
