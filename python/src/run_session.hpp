// A run (craggy/runs/runner.hpp) whose trials are evaluated by somebody else: Python takes them out of a
// queue and hands in what came of them. Asks, tells, limits and stopping rules are the runner's, in threads
// beside.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include <craggy/runs/runner.hpp>

namespace craggy::python {

class RunSession {
 public:
  /// What the other side has to see to.
  struct Message {
    // `idle`, four times a second: the run waits for trials of others and for nothing else.
    enum class Kind { evaluate, event, woken, idle };
    Kind kind;
    std::optional<Trial> trial{};      // to be evaluated, or that the event is about
    RunEvent::Kind event{};            // of `event`
    std::optional<Outcome> outcome{};  // of an event that has one
  };

  RunSession(std::shared_ptr<Study> study, const RunPlan& plan);
  ~RunSession();  // gives back what is being evaluated
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;

  /// The next message; nothing after `limit`. Where the message is an event, the run waits until the next
  /// call, so that what a callback decides holds for everything that follows.
  std::optional<Message> next(std::chrono::milliseconds limit);
  bool has_ended() const;

  /// From any thread. Of a trial that is not being evaluated any more nothing is taken.
  void finish(const Trial& trial, Outcome outcome);
  /// Makes `next` return at once.
  void wake();

  void stop() { stop_.request_stop(); }
  void abort();
  /// Waits for the end; rethrows what went wrong.
  RunEnd join();

 private:
  using Key = std::pair<TrialNumber, AttemptNumber>;

  void run(const RunPlan& plan);
  Outcome evaluate(const Trial& trial, const std::stop_token& abort);
  void hear(const RunEvent& event, const RunState& state);

  std::shared_ptr<Study> study_;
  std::int64_t jobs_;
  std::stop_source stop_;
  std::stop_source abort_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable_any changed_;
  std::deque<Message> messages_;
  std::map<Key, std::optional<Outcome>> evaluated_;  // of each trial under evaluation what came of it
  std::size_t num_events_ = 0;                       // that were put into the queue
  std::size_t num_seen_ = 0;                         // that the other side is done with
  bool is_seeing_ = false;                           // the last message was an event
  bool ended_ = false;
  std::optional<RunEnd> end_;
  std::exception_ptr error_;
  std::jthread thread_;
};

}  // namespace craggy::python
