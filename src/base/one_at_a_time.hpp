// A turn that one thread has at a time, and that can be waited for until somebody wants the waiting to stop.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace craggy {

class OneAtATime {
 public:
  /// Gives the turn to the next thread in the end.
  class Turn {
   public:
    explicit Turn(OneAtATime& owner) : owner_(owner) {}
    ~Turn() { owner_.pass_on(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    OneAtATime& owner_;
  };

  /// Waits for the turn. Throws Cancelled if stopped.
  Turn take(const std::stop_token& stop);

 private:
  void pass_on();

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool is_taken_ = false;
};

}  // namespace craggy
