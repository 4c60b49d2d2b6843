// A thread that says, now and then, that the trials of this process are still being evaluated.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <craggy/stores/store.hpp>

namespace craggy {

class Heartbeats {
 public:
  Heartbeats(std::shared_ptr<Store> store, StudyId study, std::chrono::milliseconds interval)
      : store_(std::move(store)), study_(study), interval_(interval) {}

  void add(TrialNumber trial, AttemptNumber attempt);                    // starts the thread if there is none
  void remove(TrialNumber trial, std::optional<AttemptNumber> attempt);  // without: of all attempts
  /// Gives a trial back as soon as the store can be reached again.
  void release(TrialNumber trial, AttemptNumber attempt);

 private:
  using Lease = std::pair<TrialNumber, AttemptNumber>;
  void start();  // with the mutex held
  void beat(const std::stop_token& stop);
  bool renew(const Lease& lease, bool to_be_released);

  std::shared_ptr<Store> store_;
  StudyId study_;
  std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<Lease, bool> leases_;  // whether it is to be given back
  std::jthread thread_;           // last, so that it ends first
};

}  // namespace craggy
