#include "experiments/runner.hpp"

#include <exception>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "experiments/protocol.hpp"
#include "experiments/repetition.hpp"

namespace craggy::experiments {
namespace {

class Run {
 public:
  Run(const Plan& plan, RecordStore& store, std::size_t parallel, RunWatch watch)
      : plan_(plan), store_(store), state_(plan.jobs, plan.costs, parallel), watch_(std::move(watch)) {}

  void request_stop() { stop_.request_stop(); }

  void work() {
    try {
      while (true) {
        const std::optional<std::size_t> job = take();
        if (!job || !run_job(*job)) return;
      }
    } catch (...) {  // of the store or of the watch: there is no use in going on
      const std::lock_guard lock(mutex_);
      if (!fatal_) fatal_ = std::current_exception();
      stop_.request_stop();
    }
  }

  RunSummary summary() const {
    if (fatal_) std::rethrow_exception(fatal_);
    const bool complete = state_.num_finished() + state_.failures().size() == plan_.jobs.size();
    return {state_.num_finished(), state_.failures(), !complete};
  }

 private:
  std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    if (next_ == plan_.jobs.size() || stop_.stop_requested()) return std::nullopt;
    state_.start(next_);
    tell(RunEvent::started);
    return next_++;
  }

  bool run_job(std::size_t job) {
    const auto& [key, evaluations] = plan_.jobs[job];
    const Method& method = plan_.methods.at(key.method).method;
    const std::uint64_t seed = repetition_seed(key.base_seed, key.problem, key.repetition);
    const auto advanced = [&](const Repetition& so_far) {
      const std::lock_guard lock(mutex_);
      state_.advance(job, so_far.values.size(), so_far.seconds());
      tell(RunEvent::advanced);
    };
    Repetition result;
    try {
      result = run_repetition(plan_.options.find_problem(key.problem), method, seed, evaluations,
                              stop_.get_token(), advanced);
    } catch (const Cancelled&) {
      const std::lock_guard lock(mutex_);
      state_.abandon(job);
      return false;
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      state_.fail(job, error.what());
      tell(RunEvent::failed);
      return true;
    }
    const double seconds = result.seconds();
    store_.append(record_of(key, seed, std::move(result)));
    const std::lock_guard lock(mutex_);
    state_.finish(job, seconds);
    tell(RunEvent::finished);
    return true;
  }

  Record record_of(const RecordKey& key, std::uint64_t seed, Repetition result) const {
    const PlannedMethod& planned = plan_.methods.at(key.method);
    Record record{.suite = plan_.options.suite,
                  .problem = key.problem,
                  .method = key.method,
                  .repetition = key.repetition,
                  .base_seed = key.base_seed,
                  .seed = seed,
                  .version = plan_.options.version,
                  .simd = plan_.simd,
                  .engine = planned.engine,
                  .options = planned.method.options,
                  .best = best_so_far(result.values)};
    record.seconds = result.seconds();
    record.points = std::move(result.points);
    record.values = std::move(result.values);
    record.suggest_seconds = std::move(result.suggest_seconds);
    record.suggest_total = std::accumulate(record.suggest_seconds.begin(), record.suggest_seconds.end(), 0.0);
    return record;
  }

  void tell(RunEvent event) {
    if (watch_) watch_(event, state_);
  }

  const Plan& plan_;
  RecordStore& store_;
  std::mutex mutex_;
  RunState state_;
  RunWatch watch_;
  std::size_t next_ = 0;
  std::stop_source stop_;
  std::exception_ptr fatal_;
};

}  // namespace

RunSummary run(const Plan& plan, RecordStore& store, std::size_t parallel, const std::stop_token& stop,
               const RunWatch& watch) {
  check_at_least("jobs", static_cast<long>(parallel), 1);
  Run run(plan, store, parallel, watch);
  const std::stop_callback forward(stop, [&run] { run.request_stop(); });
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < parallel; ++i) others.emplace_back([&run] { run.work(); });
    run.work();
  }
  return run.summary();
}

}  // namespace craggy::experiments
