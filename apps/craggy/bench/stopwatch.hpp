// Time for benchmarks: of the wall, and of the processor, which others on the machine disturb less.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace craggy::cli {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  /// Of all threads of this process.
  double cpu_seconds() const { return cpu_now() - cpu_begin_; }

 private:
  static double cpu_now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double cpu_begin_ = cpu_now();
};

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Seconds of one call, from enough calls in a row to be measured well.
template <class Body>
double seconds_per_call(const Body& body, double at_least) {
  for (long count = 1;; count *= 4) {
    const Stopwatch watch;
    for (long i = 0; i < count; ++i) body();
    if (watch.seconds() > at_least) return watch.seconds() / static_cast<double>(count);
  }
}

}  // namespace craggy::cli
