#include "run_session.hpp"

#include <craggy/base/error.hpp>

namespace craggy::python {
namespace {

// Those that callbacks hear of: what became of a trial.
bool is_heard(RunEvent::Kind kind) {
  switch (kind) {
    case RunEvent::Kind::finished:
    case RunEvent::Kind::failed:
    case RunEvent::Kind::overtaken:
      return true;
    default:
      return false;
  }
}

}  // namespace

RunSession::RunSession(std::shared_ptr<Study> study, const RunPlan& plan)
    : study_(std::move(study)), jobs_(plan.jobs) {
  thread_ = std::jthread([this, plan] { run(plan); });
}

RunSession::~RunSession() {
  abort();
  if (thread_.joinable()) thread_.join();
}

void RunSession::run(const RunPlan& plan) {
  std::optional<RunEnd> end;
  std::exception_ptr error;
  try {
    end = run_study(
        *study_, [this](const Trial& trial, const std::stop_token& abort) { return evaluate(trial, abort); },
        plan, {[this](const RunEvent& event, const RunState& state) { hear(event, state); }},
        {.stop = stop_.get_token(), .abort = abort_.get_token()});
  } catch (...) {
    error = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  end_ = end;
  error_ = error;
  ended_ = true;
  changed_.notify_all();
}

Outcome RunSession::evaluate(const Trial& trial, const std::stop_token& abort) {
  const Key key(trial.number(), trial.attempt());
  std::unique_lock lock(mutex_);
  evaluated_[key] = std::nullopt;
  messages_.push_back({.kind = Message::Kind::evaluate, .trial = trial});
  changed_.notify_all();
  const bool done = changed_.wait(lock, abort, [&] { return evaluated_[key].has_value(); });
  std::optional<Outcome> outcome = std::move(evaluated_[key]);
  evaluated_.erase(key);
  if (!done) throw Cancelled();
  return *std::move(outcome);
}

void RunSession::hear(const RunEvent& event, const RunState& state) {
  const bool is_idle = event.kind == RunEvent::Kind::tick && !state.stopping && state.num_idle == jobs_;
  if (!is_idle && !is_heard(event.kind)) return;
  std::unique_lock lock(mutex_);
  if (is_idle) {
    if (messages_.empty()) messages_.push_back({.kind = Message::Kind::idle});
    changed_.notify_all();
    return;
  }
  Message message{.kind = Message::Kind::event, .event = event.kind};
  if (event.trial != nullptr) message.trial = *event.trial;
  if (event.outcome != nullptr) message.outcome = *event.outcome;
  messages_.push_back(std::move(message));
  const std::size_t number = ++num_events_;
  changed_.notify_all();
  changed_.wait(lock, abort_.get_token(), [&] { return num_seen_ >= number; });
}

std::optional<RunSession::Message> RunSession::next(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  if (std::exchange(is_seeing_, false)) {
    ++num_seen_;
    changed_.notify_all();
  }
  if (!changed_.wait_for(lock, limit, [this] { return !messages_.empty() || ended_; })) return std::nullopt;
  if (messages_.empty()) return std::nullopt;
  Message message = std::move(messages_.front());
  messages_.pop_front();
  is_seeing_ = message.kind == Message::Kind::event;
  return message;
}

bool RunSession::has_ended() const {
  const std::lock_guard lock(mutex_);
  return ended_ && messages_.empty();
}

void RunSession::finish(const Trial& trial, Outcome outcome) {
  const std::lock_guard lock(mutex_);
  const auto waiting = evaluated_.find({trial.number(), trial.attempt()});
  if (waiting == evaluated_.end()) return;
  waiting->second = std::move(outcome);
  changed_.notify_all();
}

void RunSession::wake() {
  const std::lock_guard lock(mutex_);
  messages_.push_back({.kind = Message::Kind::woken});
  changed_.notify_all();
}

void RunSession::abort() {
  stop_.request_stop();
  abort_.request_stop();
}

RunEnd RunSession::join() {
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
  return end_.value_or(RunEnd::interrupted);
}

}  // namespace craggy::python
