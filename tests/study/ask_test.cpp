// Asks of several threads at once.
#include <latch>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "study/number_set.hpp"
#include "study/suggestion_text.hpp"

namespace craggy {
namespace {

// Each is computed after the one before it, so that none is computed again, nor made to give way.
TEST(Ask, ThreadsOfOneStudySeeWhatTheOthersWereGiven) {
  constexpr int num_threads = 6;
  constexpr int num_told = 4;
  const auto store = open_store("memory:");
  SuggestOptions slow;  // long enough for all threads to begin before the first has ended
  slow.surrogate = "latent";
  slow.inference.num_draws = 6000;
  Study study = Study::create(store, {.name = "tune",
                                      .space = {{"x", Float{0, 1}}, {"y", Float{0, 1}}},
                                      .suggest = slow,
                                      .worker = {.num_threads = 1}});
  for (int i = 0; i < num_told; ++i) study.add({0.1 + 0.2 * i, 0.5}, 1.0 * i);
  {
    std::latch together(num_threads);
    std::vector<std::jthread> threads;
    for (int i = 0; i < num_threads; ++i)
      threads.emplace_back([&] {
        together.arrive_and_wait();
        study.ask();
      });
  }
  std::set<std::size_t> numbers_of_pending;
  for (const TrialRow& row : store->news(store->find_study("tune")->id, 0).trials) {
    if (row.number < num_told) continue;
    const StoredSuggestion stored = parse_suggestion(row.suggestion);
    EXPECT_FALSE(stored.made_room_for.has_value());
    numbers_of_pending.insert(parse_ranges(stored.seen.pending).size());
  }
  EXPECT_EQ(numbers_of_pending, (std::set<std::size_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace craggy
