// Waiting for a database: longer from time to time, by chance a little more or less, and not for ever.
#pragma once

#include <chrono>
#include <stop_token>

#include <craggy/stores/store.hpp>

#include "base/random.hpp"

namespace craggy::stores {

/// StoreOptions::give_up_after where it is left open. Throws InvalidArgument for a variable that makes no
/// sense.
std::chrono::milliseconds usual_patience();

class Patience {
 public:
  /// The pauses grow from `first` to `longest`.
  Patience(const StoreOptions& options, std::chrono::microseconds first, std::chrono::microseconds longest);

  /// The limit counts from here.
  void begin();

  /// Pauses. False if the limit is reached; throws Cancelled if stopped.
  bool pause();

  /// Whether the limit is not reached yet. Throws Cancelled if stopped.
  bool allows_more() const;

  std::chrono::milliseconds limit() const { return limit_; }

 private:
  std::chrono::milliseconds limit_;
  std::stop_token stop_;
  std::chrono::microseconds first_;
  std::chrono::microseconds longest_;
  std::chrono::microseconds next_;
  std::chrono::steady_clock::time_point begun_;
  RandomStream stream_;  // so that those who wait do not wake all at once
};

}  // namespace craggy::stores
