#include "study/wait.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/cancellation.hpp"

namespace craggy {

bool wait_until(const std::function<bool()>& has_happened, std::chrono::milliseconds limit,
                const std::stop_token& stop) {
  constexpr std::chrono::milliseconds shortest(5);
  constexpr std::chrono::milliseconds longest(250);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::mutex mutex;
  std::condition_variable_any never;
  for (std::chrono::milliseconds pause = shortest;; pause = std::min(2 * pause, longest)) {
    throw_if_stopped(stop);
    if (has_happened()) return true;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, std::min(pause, left), [] { return false; });
  }
}

}  // namespace craggy
