#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/runs/runner.hpp>

#include "base/plain_reason.hpp"
#include "runs/run_control.hpp"
#include "runs/run_plan.hpp"
#include "runs/stopping_rules.hpp"
#include "runs/telling.hpp"
#include "runs/trial_source.hpp"

namespace craggy {
namespace runs {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = RunEvent::Kind;

constexpr std::chrono::milliseconds between_ticks(250);

// An evaluator's exceptions are its own, and so are its words; only that of memory says nothing to anybody.
std::string error_text(const std::exception& error) {
  const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return is_memory ? plain_reason(error) : error.what();
}

class Runner {
 public:
  Runner(Study& study, const Evaluator& evaluator, const RunPlan& plan,
         const std::vector<Listener>& listeners)
      : study_(study),
        evaluator_(evaluator),
        plan_(plan),
        control_(listeners),
        rules_(study, plan, control_),
        source_(study, plan, control_, rules_) {}

  RunEnd run(const RunStop& stop) {
    const auto interrupt = [this] { control_.end(RunEnd::interrupted); };
    const std::stop_callback on_stop(stop.stop, interrupt);
    const std::stop_callback on_abort(stop.abort, interrupt);
    {
      std::vector<std::jthread> jobs;
      start(jobs, stop.abort);
      tick_until_all_have_ended();
    }
    RunEnd end = control_.why();
    if (end == RunEnd::done && source_.is_exhausted()) end = RunEnd::exhausted;
    control_.emit({.kind = Kind::stopped, .end = end});
    return end;
  }

 private:
  // What each job does.
  void work(const std::stop_token& abort) {
    for (;;) {
      const std::optional<Trial> trial = source_.next();
      if (!trial) return;
      evaluate_and_tell(*trial, abort);
    }
  }

  void evaluate_and_tell(const Trial& trial, const std::stop_token& abort) {
    const Outcome outcome = evaluate(trial, abort);
    tell(trial, outcome);
  }

  Outcome evaluate(const Trial& trial, const std::stop_token& abort) {
    try {
      control_.emit({.kind = Kind::started, .trial = &trial});
      return evaluated(trial, abort);
    } catch (...) {
      guarded([] { throw; });  // the run ends with what came first
      give_back(trial);
      throw;
    }
  }

  Outcome evaluated(const Trial& trial, const std::stop_token& abort) const {
    const Clock::time_point begin = Clock::now();
    Outcome outcome;
    try {
      outcome = evaluator_(trial, abort);
    } catch (const Cancelled&) {
      throw;
    } catch (const EvaluatorFailed&) {
      throw;
    } catch (const std::exception& error) {
      outcome.failure = error_text(error);
    }
    if (outcome.seconds == 0.0) outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return outcome;
  }

  void tell(const Trial& trial, const Outcome& outcome) {
    Telling told = tell_outcome(study_, trial, outcome, plan_.retries);
    if (told.kind == Kind::failed) rules_.take_failure(told.outcome);
    control_.emit(
        {.kind = told.kind, .trial = &trial, .outcome = &told.outcome, .problem = std::move(told.problem)});
    if (told.error) std::rethrow_exception(told.error);
  }

  void give_back(const Trial& trial) {
    try {
      study_.release(trial);
    } catch (const std::exception&) {
      // The lease ends with this process; what went wrong with the trial is the better thing to tell.
    }
    control_.emit({.kind = Kind::released, .trial = &trial});
  }

  void start(std::vector<std::jthread>& jobs, const std::stop_token& abort) {
    jobs.reserve(static_cast<std::size_t>(plan_.jobs));
    try {
      for (std::int64_t i = 0; i < plan_.jobs; ++i) {
        const std::lock_guard lock(mutex_);
        jobs.emplace_back([this, abort] { run_job(abort); });
        ++num_working_;
      }
    } catch (const std::system_error& error) {
      control_.end_with_error(std::make_exception_ptr(
          Error(fmt::format("{} jobs need more threads than there can be: {}; fewer jobs, or a higher limit "
                            "(ulimit -u, ulimit -v), would help",
                            plan_.jobs, error.code().message()))));
    }
  }

  void run_job(const std::stop_token& abort) {
    guarded([&] { work(abort); });
    const std::lock_guard lock(mutex_);
    --num_working_;
    changed_.notify_all();
  }

  void tick_until_all_have_ended() {
    const Clock::time_point deadline =
        plan_.budget_time ? control_.state().begin + *plan_.budget_time : Clock::time_point::max();
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, between_ticks, [this] { return num_working_ == 0; })) {
      lock.unlock();
      if (Clock::now() >= deadline) control_.end(RunEnd::out_of_time);
      // Nobody is to wait for a store that is away because of the progress.
      if (!control_.has_failed()) guarded([&] { control_.emit({.kind = Kind::tick}); });
      lock.lock();
    }
  }

  // What goes wrong in a thread of the run ends the run.
  template <typename Body>
  void guarded(const Body& body) {
    try {
      body();
    } catch (const Cancelled&) {
      control_.end(RunEnd::interrupted);
    } catch (const StoreError& error) {
      // Whatever was the reason, the run has lost its store.
      control_.end_with_error(std::make_exception_ptr(StoreUnreachable(error.what())));
    } catch (...) {
      control_.end_with_error(std::current_exception());
    }
  }

  Study& study_;
  const Evaluator& evaluator_;
  const RunPlan& plan_;
  RunControl control_;
  StoppingRules rules_;
  TrialSource source_;
  std::mutex mutex_;  // of the number
  std::condition_variable changed_;
  std::size_t num_working_ = 0;
};

}  // namespace
}  // namespace runs

RunEnd run_study(Study& study, const Evaluator& evaluator, const RunPlan& plan,
                 const std::vector<Listener>& listeners, const RunStop& stop) {
  runs::check_plan(plan);
  runs::check_improvement_of("the least improvement", plan, study.options().suggest);
  return runs::Runner(study, evaluator, plan, listeners).run(stop);
}

}  // namespace craggy
