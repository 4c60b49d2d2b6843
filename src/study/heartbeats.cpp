#include "heartbeats.hpp"

#include <vector>

namespace craggy {

void Heartbeats::add(TrialNumber trial, AttemptNumber attempt) {
  const std::scoped_lock lock(mutex_);
  leases_.insert({trial, attempt});
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

void Heartbeats::remove(TrialNumber trial) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(leases_, [&](const Lease& lease) { return lease.first == trial; });
}

void Heartbeats::beat(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.wait_for(lock, stop, interval_, [] { return false; });
    if (stop.stop_requested()) return;
    const std::vector<Lease> leases(leases_.begin(), leases_.end());
    lock.unlock();
    for (const auto& [trial, attempt] : leases) {
      bool held = true;
      try {
        held = store_->heartbeat(study_, trial, attempt);
      } catch (const Error&) {
        break;  // whoever tells the result will meet the same error, and is the one to hear of it
      }
      if (!held) {
        const std::scoped_lock again(mutex_);
        leases_.erase({trial, attempt});
      }
    }
    lock.lock();
  }
}

}  // namespace craggy
