#include "runs/run_control.hpp"

#include <utility>

namespace craggy::runs {

using Kind = RunEvent::Kind;

void RunControl::emit(const RunEvent& event) {
  std::unique_lock one_at_a_time(emitting_, std::defer_lock);
  if (event.kind != Kind::tick) one_at_a_time.lock();
  const RunState now = take_note(event);
  for (const Listener& listener : listeners_) listener(event, now);
}

RunState RunControl::take_note(const RunEvent& event) {
  const std::lock_guard lock(mutex_);
  if (event.kind == Kind::started)
    state_.running.insert(event.trial->number());
  else if (event.trial != nullptr)
    state_.running.erase(event.trial->number());
  if (event.kind == Kind::finished) ++state_.num_finished;
  if (event.kind == Kind::failed) ++state_.num_failed;
  if (event.kind != Kind::tick) ++num_events_;
  changed_.notify_all();
  return state_;
}

void RunControl::end(RunEnd why) {
  {
    const std::lock_guard lock(mutex_);
    if (!state_.stopping) why_ = why;
    state_.stopping = true;
    changed_.notify_all();
  }
  quit_.request_stop();
}

void RunControl::end_with_error(std::exception_ptr error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  end(RunEnd::interrupted);
}

void RunControl::note_idle(std::int64_t more) {
  const std::lock_guard lock(mutex_);
  state_.num_idle += more;
}

bool RunControl::has_failed() const {
  const std::lock_guard lock(mutex_);
  return error_ != nullptr;
}

RunState RunControl::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::size_t RunControl::num_events() const {
  const std::lock_guard lock(mutex_);
  return num_events_;
}

void RunControl::wait_for_event(std::size_t seen, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [&] { return num_events_ > seen || state_.stopping; });
}

RunEnd RunControl::why() const {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
  return why_;
}

}  // namespace craggy::runs
