#include "study/study_runner.hpp"

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds between_ticks(250);
constexpr milliseconds between_looks(1000);  // for trials whose workers have vanished

}  // namespace

StudyRunner::StudyRunner(Study& study, const Evaluator& evaluator, RunPlan plan, Watch watch)
    : study_(study), evaluator_(evaluator), plan_(plan), watch_(std::move(watch)) {}

RunEnd StudyRunner::run(const std::stop_token& stop, const std::stop_token& abort) {
  const std::stop_callback interrupt(stop, [this] { end(RunEnd::interrupted); });
  std::vector<std::jthread> threads;
  start_threads(threads, abort);

  const auto deadline = plan_.budget_time ? state_.begin + *plan_.budget_time : Clock::time_point::max();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between_ticks, [this] { return num_working_ == 0; })) {
    lock.unlock();
    if (Clock::now() >= deadline) end(RunEnd::out_of_time);
    tick();
    lock.lock();
  }
  lock.unlock();
  threads.clear();
  lock.lock();
  if (error_) std::rethrow_exception(error_);
  return why_ == RunEnd::done && exhausted_ ? RunEnd::exhausted : why_;
}

void StudyRunner::start_threads(std::vector<std::jthread>& threads, const std::stop_token& abort) {
  try {
    for (std::size_t i = 0; i < plan_.jobs; ++i) {
      {
        const std::lock_guard lock(mutex_);
        ++num_working_;
      }
      threads.emplace_back([this, abort] { work(abort); });
    }
  } catch (const std::system_error& error) {
    {
      const std::lock_guard lock(mutex_);
      --num_working_;
    }
    end_with_error(std::make_exception_ptr(
        Error(fmt::format("{} jobs need more threads than there can be: {}; fewer jobs (--jobs), or a higher "
                          "limit (ulimit -u), would help",
                          plan_.jobs, error.code().message()))));
  }
}

// What goes wrong here, where the store is looked at for the progress, ends the run as anything else does.
void StudyRunner::tick() {
  {
    const std::lock_guard lock(mutex_);
    if (error_) return;  // nobody is to wait for a store that is away because of the progress
  }
  try {
    watch_({.event = RunEvent::tick}, state());
  } catch (const Cancelled&) {
    end(RunEnd::interrupted);
  } catch (...) {
    end_with_error(std::current_exception());
  }
}

void StudyRunner::end(RunEnd why) {
  {
    const std::lock_guard lock(mutex_);
    if (!state_.stopping) why_ = why;
    state_.stopping = true;
  }
  quit_.request_stop();
}

void StudyRunner::end_with_error(std::exception_ptr error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  end(RunEnd::interrupted);
}

RunState StudyRunner::state() {
  const std::lock_guard lock(mutex_);
  return state_;
}

TrialNumber StudyRunner::limit() const {
  return plan_.max_trials.value_or(std::numeric_limits<TrialNumber>::max());
}

void StudyRunner::work(const std::stop_token& abort) {
  try {
    for (auto trial = next_trial(); trial.has_value(); trial = next_trial()) evaluate(*trial, abort);
  } catch (const Cancelled&) {
    end(RunEnd::interrupted);
  } catch (...) {
    end_with_error(std::current_exception());
  }
  const std::lock_guard lock(mutex_);
  --num_working_;
  changed_.notify_all();
}

// Nothing once the run is over, for this job at least: a trial that is running here comes back, if it does,
// to the job that runs it.
std::optional<Trial> StudyRunner::next_trial() {
  try {
    if (std::optional<Trial> trial = ask()) return trial;
    const std::lock_guard one_is_enough(looking_);
    return wait_for_others();
  } catch (const Cancelled&) {
    return std::nullopt;  // while it was being computed
  }
}

std::optional<Trial> StudyRunner::ask() {
  if (quit_.stop_requested()) return std::nullopt;
  try {
    return study_.ask_within(limit(), quit_.get_token());
  } catch (const SpaceExhausted&) {
    exhausted_ = true;
    return std::nullopt;
  }
}

// A trial of somebody who may vanish is waited for: it may come to us.
std::optional<Trial> StudyRunner::wait_for_others() {
  while (!quit_.stop_requested() && others_may_vanish()) {
    pause_beside_others();
    if (std::optional<Trial> trial = ask()) return trial;
  }
  return std::nullopt;
}

// An ask wants to write, so it is not made at each change, but only when a trial waits, when the others are
// done, or when it is time to look for those who vanished.
void StudyRunner::pause_beside_others() {
  const Clock::time_point until = Clock::now() + between_looks;
  while (others_at_work() && study_.counts().waiting == 0) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (left.count() <= 0) return;
    study_.wait(left, quit_.get_token());
  }
}

bool StudyRunner::others_at_work() {
  const std::size_t num_running_here = state().running.size();
  const TrialCounts counts = study_.counts();
  // A number below the limit that is no trial yet: somebody is computing its parameters.
  const bool computing = !exhausted_ && counts.all() < limit();
  return computing || counts.running > num_running_here;
}

bool StudyRunner::others_may_vanish() {
  if (!others_at_work()) return false;
  const std::set<TrialNumber> here = state().running;
  const std::vector<AttemptRow> attempts = study_.attempts();
  return std::any_of(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
    return attempt.outcome == AttemptOutcome::open && attempt.grace && !here.contains(attempt.trial);
  });
}

void StudyRunner::evaluate(const Trial& trial, const std::stop_token& abort) {
  {
    const std::lock_guard lock(mutex_);
    state_.running.insert(trial.number());
  }
  watch_({.event = RunEvent::asked, .trial = &trial}, state());
  std::optional<execution::Outcome> outcome;
  try {
    outcome = evaluator_.evaluate(trial, abort);
  } catch (...) {
    give_back(trial);
    throw;
  }
  tell(trial, *outcome);
}

void StudyRunner::give_back(const Trial& trial) {
  {
    const std::lock_guard lock(mutex_);
    state_.running.erase(trial.number());
  }
  try {
    study_.release(trial);
  } catch (const Error&) {
    // The lease ends with this process; what went wrong with the trial is the better thing to tell.
  }
}

void StudyRunner::tell(const Trial& trial, const execution::Outcome& outcome) {
  if (!outcome.result) return count(tell_failure(trial, outcome), trial, outcome);
  Told told{};
  try {
    told = study_.tell(trial, *outcome.result);
  } catch (const InvalidArgument& refusal) {
    return tell_refusal(trial, outcome, refusal.what());
  } catch (const Cancelled&) {
    count(RunEvent::unstored, trial, outcome, "interrupted");
    throw;
  } catch (const StoreError& error) {
    count(RunEvent::unstored, trial, outcome, error.what());
    throw StoreUnreachable(error.what());  // whatever was the reason, results do not get there
  }
  count(told == Told::kept ? RunEvent::overtaken : RunEvent::finished, trial, outcome);
}

// A result that is not like those of the other trials is a failure of its trial; if that has been decided
// meanwhile, by hand for example, it is none.
void StudyRunner::tell_refusal(const Trial& trial, const execution::Outcome& outcome,
                               const std::string& reason) {
  execution::Outcome refused = outcome;
  refused.result.reset();
  refused.failure = reason;
  const RunEvent event = tell_failure(trial, refused);
  const bool overtaken = event == RunEvent::overtaken;
  count(event, trial, overtaken ? outcome : refused, overtaken ? reason : "");
}

RunEvent StudyRunner::tell_failure(const Trial& trial, const execution::Outcome& outcome) {
  const bool again = has_retries_left(trial);
  std::string message = outcome.failure;
  if (!outcome.error_tail.empty()) message += "\n" + outcome.error_tail;
  try {
    const Told told =
        study_.fail(trial, {.message = std::move(message), .exit_code = outcome.exit_code, .again = again});
    if (told != Told::accepted) return RunEvent::overtaken;
  } catch (const InvalidArgument&) {
    return RunEvent::overtaken;  // it has finished by now
  }
  return again ? RunEvent::retried : RunEvent::failed;
}

// Only failures count: not that a worker vanished or gave the trial back.
bool StudyRunner::has_retries_left(const Trial& trial) const {
  if (static_cast<std::int64_t>(trial.attempt()) < plan_.retries) return true;
  if (plan_.retries == 0) return false;
  const std::vector<AttemptRow> attempts = study_.attempts();
  return std::count_if(attempts.begin(), attempts.end(), [&](const AttemptRow& attempt) {
           return attempt.trial == trial.number() && attempt.number < trial.attempt() &&
                  attempt.outcome == AttemptOutcome::failed;
         }) < plan_.retries;
}

void StudyRunner::count(RunEvent event, const Trial& trial, const execution::Outcome& outcome,
                        std::string problem) {
  RunState now;
  {
    const std::lock_guard lock(mutex_);
    state_.running.erase(trial.number());
    if (event == RunEvent::finished) ++state_.num_finished;
    if (event == RunEvent::failed) ++state_.num_failed;
    now = state_;
  }
  watch_({.event = event, .trial = &trial, .outcome = &outcome, .problem = std::move(problem)}, now);
  if (plan_.max_failures && now.num_failed >= static_cast<std::size_t>(*plan_.max_failures))
    end(RunEnd::too_many_failures);
}

}  // namespace craggy::cli
