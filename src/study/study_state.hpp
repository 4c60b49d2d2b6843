// What a Study object holds, for the files that implement it.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include <craggy/base/thread_pool.hpp>
#include <craggy/study/study.hpp>

#include "heartbeats.hpp"
#include "trial_cache.hpp"

namespace craggy {

struct Study::State {
  State(std::shared_ptr<Store> store_, StudyRow row_, StudyOptions options_);

  /// Reads what has changed. Call it with the mutex held.
  void refresh() { cache.take_in(store->news(row.id, cache.revision())); }

  std::shared_ptr<Store> store;
  StudyRow row;
  StudyOptions options;
  std::shared_ptr<const Space> space;
  Worker worker;
  std::optional<std::chrono::microseconds> grace;
  ThreadPool pool;

  std::mutex mutex;  // of what follows; taken before the store's own
  TrialCache cache;
  std::optional<std::chrono::steady_clock::time_point> looked_for_lost;
  std::optional<Heartbeats> heartbeats;  // where others could take this process for lost
};

}  // namespace craggy
