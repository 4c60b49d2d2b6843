// Cancellation: long work looks now and then whether somebody wants it to stop. What to look at is known to
// the thread, so that a factorisation need not be handed a token by everyone above it.
#pragma once

#include <functional>
#include <stop_token>

#include <craggy/base/error.hpp>

namespace craggy {

/// While it lives, what this thread does, and the loops that it starts on a pool, stop when the token says
/// so, or where scopes are nested any of their tokens. The token has to live as long.
class StopScope {
 public:
  explicit StopScope(const std::stop_token& stop) noexcept;
  /// Asks at every look, on whatever thread that is. For tests, which count the looks.
  explicit StopScope(const std::function<bool()>& wants_stop) noexcept;
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// The innermost of this thread, or null.
  static const StopScope* current() noexcept;
  bool stop_requested() const;

 private:
  const std::stop_token* stop_ = nullptr;
  const std::function<bool()>* wants_stop_ = nullptr;
  const StopScope* outer_;
};

/// For a thread that works on behalf of another one: it stops with that one's scope, which may be null.
class BorrowedStopScope {
 public:
  explicit BorrowedStopScope(const StopScope* lent) noexcept;
  ~BorrowedStopScope();
  BorrowedStopScope(const BorrowedStopScope&) = delete;
  BorrowedStopScope& operator=(const BorrowedStopScope&) = delete;

 private:
  const StopScope* own_;
};

/// Whether what this thread does has to stop.
bool stop_requested();

/// Throws Cancelled if what this thread does has to stop. A look costs a few nanoseconds; work of a second,
/// however it grows, needs many of them: operations of quadratic cost look once, those of cubic cost once per
/// panel.
void throw_if_stopped();

inline void throw_if_stopped(const std::stop_token& token) {
  if (token.stop_requested()) throw Cancelled();
}

}  // namespace craggy
