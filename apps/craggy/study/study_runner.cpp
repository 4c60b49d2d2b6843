#include "study/study_runner.hpp"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "numbers.hpp"

namespace craggy::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_ticks(250);
constexpr milliseconds between_looks(1000);  // at what other workers do

}  // namespace

StudyRunner::StudyRunner(Study& study, const Evaluator& evaluator, RunPlan plan, Watch watch)
    : study_(study), evaluator_(evaluator), plan_(std::move(plan)), watch_(std::move(watch)) {}

RunEnd StudyRunner::run(const std::stop_token& stop, const std::stop_token& abort) {
  const std::stop_callback interrupt(stop, [this] { end(RunEnd::interrupted); });
  std::vector<std::jthread> threads;
  num_working_ = plan_.jobs;
  for (std::size_t i = 0; i < plan_.jobs; ++i) threads.emplace_back([this, abort] { work(abort); });

  const auto deadline =
      plan_.budget_time ? state_.begin + *plan_.budget_time : std::chrono::steady_clock::time_point::max();
  std::unique_lock lock(mutex_);
  while (num_working_ > 0) {
    changed_.wait_for(lock, between_ticks);
    if (std::chrono::steady_clock::now() >= deadline) {
      lock.unlock();  // a request to stop calls back
      end(RunEnd::out_of_time);
      lock.lock();
    }
    tick(lock);
  }
  lock.unlock();
  threads.clear();
  if (error_) std::rethrow_exception(error_);
  return why_;
}

// What goes wrong here, where the store is looked at for the progress, ends the run as anything else does.
void StudyRunner::tick(std::unique_lock<std::mutex>& lock) {
  try {
    watch_(RunEvent::tick, state_, nullptr, nullptr);
  } catch (...) {
    if (!error_) error_ = std::current_exception();
    lock.unlock();
    end(RunEnd::interrupted);
    lock.lock();
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

void StudyRunner::work(const std::stop_token& abort) {
  try {
    while (const std::optional<Trial> trial = next_trial()) evaluate(*trial, abort);
  } catch (const Cancelled&) {
    end(RunEnd::interrupted);
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    end(RunEnd::interrupted);
  }
  const std::lock_guard lock(mutex_);
  --num_working_;
  changed_.notify_all();
}

// Nothing once the run is over. A trial of somebody who may vanish is waited for: it may come back to us.
std::optional<Trial> StudyRunner::next_trial() {
  const TrialNumber limit = plan_.max_trials.value_or(std::numeric_limits<TrialNumber>::max());
  try {
    while (!quit_.stop_requested()) {
      bool exhausted = false;
      try {
        if (std::optional<Trial> trial = study_.ask_within(limit, quit_.get_token())) return trial;
      } catch (const SpaceExhausted&) {
        exhausted = true;
      }
      if (!others_may_vanish()) {
        if (exhausted) end(RunEnd::exhausted);
        return std::nullopt;
      }
      study_.wait(between_looks, quit_.get_token());
    }
  } catch (const Cancelled&) {
    return std::nullopt;  // while it was being computed
  }
  return std::nullopt;
}

bool StudyRunner::others_may_vanish() const {
  const std::vector<AttemptRow> attempts = study_.attempts();
  return std::any_of(attempts.begin(), attempts.end(), [](const AttemptRow& attempt) {
    return attempt.outcome == AttemptOutcome::open && attempt.grace.has_value();
  });
}

void StudyRunner::evaluate(const Trial& trial, const std::stop_token& abort) {
  {
    const std::lock_guard lock(mutex_);
    state_.running.insert(trial.number());
  }
  show(RunEvent::asked, &trial);
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
  } catch (const StoreError&) {
    // The lease ends with this process; what went wrong with the trial is the better thing to tell.
  }
}

void StudyRunner::tell(const Trial& trial, const execution::Outcome& outcome) {
  RunEvent event = RunEvent::finished;
  bool enough = false;
  if (outcome.result) {
    try {
      study_.tell(trial, *outcome.result);
    } catch (const StoreError& error) {
      // Nobody else knows the value.
      throw StoreUnreachable(
          fmt::format("trial {} gave {}, which could not be stored: {}; 'craggy tell' can do it "
                      "later",
                      trial.number(), exact_number(outcome.result->value), error.what()));
    }
  } else {
    const bool again = static_cast<std::int64_t>(trial.attempt()) < plan_.retries;
    std::string message = outcome.failure;
    if (!outcome.error_tail.empty()) message += "\n" + outcome.error_tail;
    study_.fail(trial, {.message = std::move(message), .exit_code = outcome.exit_code, .again = again});
    event = again ? RunEvent::retried : RunEvent::failed;
  }
  {
    const std::lock_guard lock(mutex_);
    state_.running.erase(trial.number());
    if (event == RunEvent::finished) ++state_.num_finished;
    if (event == RunEvent::failed) ++state_.num_failed;
    enough = plan_.max_failures && state_.num_failed >= static_cast<std::size_t>(*plan_.max_failures);
  }
  show(event, &trial, &outcome);
  if (enough) end(RunEnd::too_many_failures);
}

void StudyRunner::show(RunEvent event, const Trial* trial, const execution::Outcome* outcome) {
  const std::lock_guard lock(mutex_);
  watch_(event, state_, trial, outcome);
}

}  // namespace craggy::cli
