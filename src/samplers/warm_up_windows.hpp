// When a warm-up learns what: Stan's windows, fast at both ends (step size only) and slow between (metric as
// well).
#pragma once

#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

struct WindowOptions {
  Index first_fast = 75;  // steps that find the typical set
  Index first_slow = 25;  // steps of the first slow window; each further one is twice as long
  Index last_fast = 50;   // steps that settle the step size for the final metric
};

struct WarmUpWindows {
  Index slow_begin = 0;          // the metric learns from the steps slow_begin, slow_begin + 1, …
  std::vector<Index> slow_ends;  // … and is renewed from its window's draws after so many steps
};

/// Warm-ups too short for the given lengths use 15 % | 75 % | 10 % with a single slow window, and below 20
/// steps none. Deviation: Stan never stretches the first slow window, so that 151 to 199 steps end with a
/// window of as little as one draw; here a window takes over what remains whenever the next one would not
/// fit, also the first.
WarmUpWindows warm_up_windows(Index num_warmup, const WindowOptions& options = {});

}  // namespace craggy
