// Runs the trials of a study: several at a time, each in a thread that asks, evaluates and tells.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include <craggy/execution/run_trial.hpp>
#include <craggy/study/study.hpp>

#include "study/evaluator.hpp"

namespace craggy::cli {

struct RunPlan {
  std::optional<TrialNumber> max_trials{};  // of the study; none: until it is stopped
  std::size_t jobs = 1;
  std::int64_t retries = 0;
  std::optional<std::int64_t> max_failures{};
  std::optional<std::chrono::milliseconds> budget_time{};
};

enum class RunEvent { asked, finished, failed, retried, tick };

enum class RunEnd { done, interrupted, too_many_failures, out_of_time, exhausted };

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
  /// Called by one thread at a time; `trial` and `outcome` belong to the event, a tick has none.
  using Watch = std::function<void(RunEvent event, const RunState& state, const Trial* trial,
                                   const execution::Outcome* outcome)>;

  StudyRunner(Study& study, const Evaluator& evaluator, RunPlan plan, Watch watch);

  /// After the first request to stop, running evaluations finish; after `abort` they are ended and their
  /// trials given back. Rethrows what went wrong with the store or with files, once everything running has
  /// finished.
  RunEnd run(const std::stop_token& stop, const std::stop_token& abort);

 private:
  void work(const std::stop_token& abort);
  std::optional<Trial> next_trial();
  bool others_may_vanish() const;
  void evaluate(const Trial& trial, const std::stop_token& abort);
  void give_back(const Trial& trial);
  void tell(const Trial& trial, const execution::Outcome& outcome);
  void tick(std::unique_lock<std::mutex>& lock);
  void end(RunEnd why);
  void show(RunEvent event, const Trial* trial = nullptr, const execution::Outcome* outcome = nullptr);

  Study& study_;
  const Evaluator& evaluator_;
  RunPlan plan_;
  Watch watch_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_source quit_;  // nothing new is begun
  RunState state_;
  RunEnd why_ = RunEnd::done;
  std::size_t num_working_ = 0;
  std::exception_ptr error_;
};

}  // namespace craggy::cli
