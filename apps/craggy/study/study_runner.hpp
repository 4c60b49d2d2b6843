// Runs the trials of a study: several at a time, each in a thread that asks, evaluates and tells.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <craggy/study/study.hpp>

#include "execution/run_trial.hpp"
#include "study/evaluator.hpp"

namespace craggy::cli {

struct RunPlan {
  std::optional<TrialNumber> max_trials{};  // of the study; none: until it is stopped
  std::size_t jobs = 1;
  std::int64_t retries = 0;
  std::optional<std::int64_t> max_failures{};
  std::optional<std::chrono::milliseconds> budget_time{};
};

enum class RunEvent {
  asked,
  finished,
  failed,
  retried,    // it failed, and waits for another attempt
  overtaken,  // the trial was decided elsewhere, so what came of it here does not count
  unstored,   // it gave a result, which the store did not take: nobody else knows it
  tick,
};

enum class RunEnd { done, interrupted, too_many_failures, out_of_time, exhausted };

struct RunNews {
  RunEvent event;
  // These belong to the event; a tick has none.
  const Trial* trial = nullptr;
  const execution::Outcome* outcome = nullptr;
  std::string problem{};  // why it is unstored, or does not count where that is known
};

/// What has happened since the run began.
struct RunState {
  std::set<TrialNumber> running{};  // here
  std::size_t num_finished = 0;
  std::size_t num_failed = 0;
  bool stopping = false;  // nothing new is begun
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

class StudyRunner {
 public:
  /// Called by several threads at a time, ticks by one: only they may wait for the store.
  using Watch = std::function<void(const RunNews& news, const RunState& state)>;

  StudyRunner(Study& study, const Evaluator& evaluator, RunPlan plan, Watch watch);

  /// After the first request to stop, running evaluations finish; after `abort` they are ended and their
  /// trials given back. Rethrows the first thing that went wrong with the store, with files or for want of
  /// resources, once everything running has finished.
  RunEnd run(const std::stop_token& stop, const std::stop_token& abort);

 private:
  void start_threads(std::vector<std::jthread>& threads, const std::stop_token& abort);
  void work(const std::stop_token& abort);
  std::optional<Trial> next_trial();
  std::optional<Trial> ask();
  std::optional<Trial> wait_for_others();
  void pause_beside_others();
  bool others_at_work();
  bool others_may_vanish();
  void evaluate(const Trial& trial, const std::stop_token& abort);
  void give_back(const Trial& trial);
  void tell(const Trial& trial, const execution::Outcome& outcome);
  void tell_refusal(const Trial& trial, const execution::Outcome& outcome, const std::string& reason);
  RunEvent tell_failure(const Trial& trial, const execution::Outcome& outcome);
  bool has_retries_left(const Trial& trial) const;
  void count(RunEvent event, const Trial& trial, const execution::Outcome& outcome, std::string problem = {});
  void tick();
  void end(RunEnd why);
  void end_with_error(std::exception_ptr error);
  TrialNumber limit() const;
  RunState state();

  Study& study_;
  const Evaluator& evaluator_;
  RunPlan plan_;
  Watch watch_;
  std::mutex looking_;  // the idle job that looks for something to do has it
  std::atomic<bool> exhausted_ = false;
  std::mutex mutex_;  // of what follows; never held while anybody waits for the store or a stream
  std::condition_variable changed_;
  std::stop_source quit_;  // nothing new is begun
  RunState state_;
  RunEnd why_ = RunEnd::done;
  std::size_t num_working_ = 0;
  std::exception_ptr error_;
};

}  // namespace craggy::cli
