#include "study/heartbeats.hpp"

#include <vector>

namespace craggy {

void Heartbeats::add(TrialNumber trial, AttemptNumber attempt) {
  const std::scoped_lock lock(mutex_);
  leases_[{trial, attempt}] = false;
  start();
}

void Heartbeats::remove(TrialNumber trial, std::optional<AttemptNumber> attempt) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(leases_, [&](const auto& entry) {
    return entry.first.first == trial && (!attempt || entry.first.second == *attempt);
  });
}

void Heartbeats::release(TrialNumber trial, AttemptNumber attempt) {
  const std::scoped_lock lock(mutex_);
  leases_[{trial, attempt}] = true;
  start();
}

void Heartbeats::start() {
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

// False if there is nothing left to renew.
bool Heartbeats::renew(const Lease& lease, bool to_be_released) {
  if (!to_be_released) return store_->heartbeat(study_, lease.first, lease.second);
  store_->release(study_, lease.first, lease.second);
  return false;
}

void Heartbeats::beat(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.wait_for(lock, stop, interval_, [] { return false; });
    if (stop.stop_requested()) return;
    const std::vector<std::pair<Lease, bool>> leases(leases_.begin(), leases_.end());
    lock.unlock();
    for (const auto& [lease, to_be_released] : leases) {
      bool held = true;
      try {
        held = renew(lease, to_be_released);
      } catch (const Error&) {
        break;  // whoever tells the result will meet the same error, and is the one to hear of it
      }
      if (!held) remove(lease.first, lease.second);
    }
    lock.lock();
  }
}

}  // namespace craggy
