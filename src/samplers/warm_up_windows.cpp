#include "samplers/warm_up_windows.hpp"

#include "base/check.hpp"

namespace craggy {

WarmUpWindows warm_up_windows(Index num_warmup, const WindowOptions& options) {
  check_at_least("first_fast", options.first_fast, 0);
  check_at_least("first_slow", options.first_slow, 1);
  check_at_least("last_fast", options.last_fast, 0);
  if (num_warmup < 20) return {.slow_begin = num_warmup, .slow_ends = {}};

  auto [first_fast, window, last_fast] = options;
  if (first_fast + window + last_fast > num_warmup) {
    first_fast = num_warmup * 15 / 100;
    last_fast = num_warmup / 10;
    window = num_warmup - first_fast - last_fast;
  }
  const Index slow_end = num_warmup - last_fast;

  WarmUpWindows result{.slow_begin = first_fast, .slow_ends = {}};
  for (Index begin = first_fast; begin < slow_end; begin = result.slow_ends.back(), window *= 2) {
    const Index end = begin + window;
    const bool next_fits = end + 2 * window <= slow_end;
    result.slow_ends.push_back(next_fits ? end : slow_end);
  }
  return result;
}

}  // namespace craggy
