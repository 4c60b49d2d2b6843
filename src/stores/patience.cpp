#include "stores/patience.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include <unistd.h>

#include "base/cancellation.hpp"

namespace craggy::stores {

Patience::Patience(const StoreOptions& options, std::chrono::microseconds first,
                   std::chrono::microseconds longest)
    : limit_(options.give_up_after),
      stop_(options.stop),
      first_(first),
      longest_(longest),
      next_(first),
      begun_(std::chrono::steady_clock::now()),
      stream_(static_cast<std::uint64_t>(getpid())) {}

void Patience::begin() {
  begun_ = std::chrono::steady_clock::now();
  next_ = first_;
}

bool Patience::allows_more() const {
  throw_if_stopped(stop_);
  return std::chrono::steady_clock::now() < begun_ + limit_;
}

bool Patience::pause() {
  throw_if_stopped(stop_);
  const auto left = begun_ + limit_ - std::chrono::steady_clock::now();
  if (left.count() <= 0) return false;
  const auto length = std::chrono::duration_cast<std::chrono::microseconds>(next_ * stream_.uniform());
  next_ = std::min(2 * next_, longest_);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop_, std::min<std::chrono::nanoseconds>(length, left), [] { return false; });
  throw_if_stopped(stop_);
  return true;
}

}  // namespace craggy::stores
