// What the jobs of a run share: what is running, whether anything new is begun, and who listens.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stop_token>
#include <vector>

#include <craggy/runs/runner.hpp>

namespace craggy::runs {

/// From any thread.
class RunControl {
 public:
  explicit RunControl(const std::vector<Listener>& listeners) : listeners_(listeners) {}

  /// Takes note of the event and tells the listeners, whose exceptions it lets through.
  void emit(const RunEvent& event);

  /// Nothing new is begun. The first reason stays.
  void end(RunEnd why);
  /// The first error stays.
  void end_with_error(std::exception_ptr error);

  /// That so many more jobs have nothing to do, or fewer.
  void note_idle(std::int64_t more);

  bool is_ending() const { return quit_.stop_requested(); }
  std::stop_token quit() const { return quit_.get_token(); }  // requested once the run is ending
  bool has_failed() const;
  RunState state() const;

  /// Of events but ticks.
  std::size_t num_events() const;
  /// Until there are more than `seen`, the run is ending, or the time is over.
  void wait_for_event(std::size_t seen, std::chrono::milliseconds limit);

  /// Rethrows the error if there was one.
  RunEnd why() const;

 private:
  RunState take_note(const RunEvent& event);

  const std::vector<Listener>& listeners_;
  std::mutex emitting_;       // anything but ticks
  mutable std::mutex mutex_;  // of what follows; never held while anybody waits for the store or a stream
  std::stop_source quit_;
  RunState state_;
  std::size_t num_events_ = 0;
  std::condition_variable changed_;
  RunEnd why_ = RunEnd::done;
  std::exception_ptr error_;
};

}  // namespace craggy::runs
