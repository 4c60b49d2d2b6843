// Counts how often something looks whether to stop, and stops it at one of these looks.
#pragma once

#include <atomic>
#include <functional>
#include <limits>

#include "base/cancellation.hpp"

namespace craggy::testing {

/// How often `work` looks, on all of its threads.
template <class Work>
long looks_of(const Work& work) {
  std::atomic<long> looks = 0;
  const std::function<bool()> count = [&] { return ++looks < 0; };
  const StopScope scope(count);
  work();
  return looks;
}

/// Whether `work` is cancelled by a stop that it sees at this look, and by then has not looked once more. For
/// work on one thread.
template <class Work>
bool stops_at_look(long look, const Work& work) {
  long looks = 0;
  const std::function<bool()> trip = [&] { return ++looks >= look; };
  const StopScope scope(trip);
  try {
    work();
  } catch (const Cancelled&) {
    return looks <= look + 1;  // a kernel that was told to end, and whoever called it
  }
  return false;
}

}  // namespace craggy::testing
