#include "base/one_at_a_time.hpp"

#include <craggy/base/error.hpp>

namespace craggy {

OneAtATime::Turn OneAtATime::take(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return !is_taken_; })) throw Cancelled();
  is_taken_ = true;
  return Turn(*this);
}

void OneAtATime::pass_on() {
  {
    const std::lock_guard lock(mutex_);
    is_taken_ = false;
  }
  changed_.notify_one();
}

}  // namespace craggy
