// Runs the trials of a study: asks, evaluates and tells, several at a time, until a limit or a stopping rule.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/result.hpp>
#include <craggy/study/study.hpp>

namespace craggy {

/// Evaluates a trial; called by several threads at a time. An exception from it is a failed trial with that
/// message. Two are more: Cancelled, best thrown soon after `abort` is requested, gives the trial back and
/// ends the run; EvaluatorFailed does the same, and the run rethrows it.
using Evaluator = std::function<Outcome(const Trial& trial, const std::stop_token& abort)>;

inline constexpr std::int64_t most_jobs = 1000;

/// How a run goes, and what ends it. Whatever it is, evaluations that are running are finished and told.
struct RunPlan {
  std::optional<TrialNumber> max_trials{};     // of the study, those before and those that fail included
  std::int64_t jobs = 1;                       // evaluations at the same time
  std::int64_t retries = 0;                    // how often a trial that failed is tried again
  std::optional<std::int64_t> max_failures{};  // failed trials of this run
  std::optional<std::chrono::milliseconds> budget_time{};  // after which no trial is begun
  std::optional<double> target{};                          // ends the run once the best value is as good
  std::optional<std::int64_t> patience{};  // finished trials of the study since the one with the best value
  // In units of the objective: ends the run once four suggestions in a row were neither expected to improve
  // the best value by as much nor did. Not before five trials have finished for each parameter, and five
  // more.
  std::optional<double> min_improvement{};
  // Failed trials of this run, all for the same reason, while no trial of the study has given a value yet.
  std::optional<std::int64_t> max_alike_failures{};
};

/// Why a run has ended.
enum class RunEnd {
  done,  // as many trials as planned
  interrupted,
  too_many_failures,
  out_of_time,
  exhausted,  // a finite space has no other point
  target_reached,
  no_improvement,
  converged,      // little improvement is expected any more
  failing_alike,  // nothing but the same failure
};
std::string_view name_of(RunEnd end);      // "too_many_failures"
std::string_view sentence_of(RunEnd end);  // "too many trials failed"

/// What happens in a run. A trial that is started ends here in one of the six ways that follow.
struct RunEvent {
  enum class Kind {
    started,
    finished,
    failed,
    retried,    // it failed, and waits for another attempt
    overtaken,  // the trial was decided elsewhere, so what came of it here is not used
    unstored,   // the store did not take what came of it: nobody else knows it
    released,   // given back unevaluated
    improved,   // a trial of the study, of this run or of another worker, is the new best
    tick,       // four times a second
    stopped,    // the last event
  };

  Kind kind;
  const Trial* trial = nullptr;       // of `started` and the six that follow it
  const Outcome* outcome = nullptr;   // of those six but `released`
  std::string problem{};              // why it is unstored; or overtaken, where that is known
  const TrialRecord* best = nullptr;  // of `improved`
  std::optional<RunEnd> end{};        // of `stopped`
};
std::string_view name_of(RunEvent::Kind kind);

/// What has happened since the run began.
struct RunState {
  std::set<TrialNumber> running{};  // here
  std::size_t num_finished = 0;
  std::size_t num_failed = 0;
  bool stopping = false;      // nothing new is begun
  std::int64_t num_idle = 0;  // jobs that have nothing to do but to wait for trials of others, or have ended
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

/// Called by the threads of the run, one event at a time. Ticks come beside the others, and only they and
/// `stopped` may wait for the store. What it throws ends the run, which rethrows it.
using Listener = std::function<void(const RunEvent& event, const RunState& state)>;

/// How a run is ended from outside.
struct RunStop {
  std::stop_token stop{};   // nothing new is begun
  std::stop_token abort{};  // evaluations are told to end, and their trials given back
};

/// Several processes may run one study: trials of others that may yet come back are waited for.
///
/// Throws InvalidArgument for a plan that cannot be. Rethrows the first thing that went wrong with the store,
/// the evaluator or a listener, once everything running has ended; then `stopped` is not heard.
RunEnd run_study(Study& study, const Evaluator& evaluator, const RunPlan& plan,
                 const std::vector<Listener>& listeners = {}, const RunStop& stop = {});

}  // namespace craggy
