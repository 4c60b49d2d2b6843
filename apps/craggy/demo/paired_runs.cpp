#include "demo/paired_runs.hpp"

#include <mutex>

#include <craggy/base/thread_pool.hpp>

namespace craggy::cli {
namespace {

// How much of a run has been done after so many of its evaluations: each costs more than the one before.
double share_of_run(std::size_t evaluations, std::size_t trials) {
  const double share = static_cast<double>(evaluations) / static_cast<double>(trials);
  return share * share;
}

class Tally {
 public:
  Tally(const PairedPlan& plan, const PairedWatch& watch) : plan_(plan), watch_(watch) {}

  void add(std::size_t evaluations_of_run) {
    const std::scoped_lock lock(mutex_);
    ++evaluations_;
    work_ +=
        share_of_run(evaluations_of_run, plan_.trials) - share_of_run(evaluations_of_run - 1, plan_.trials);
    if (watch_) watch_(evaluations_, work_ / static_cast<double>(plan_.pairs * plan_.surrogates.size()));
  }

 private:
  const PairedPlan& plan_;
  const PairedWatch& watch_;
  std::mutex mutex_;
  std::size_t evaluations_ = 0;
  double work_ = 0.0;
};

}  // namespace

std::vector<FinishedRun> run_pairs(const PairedPlan& plan, const std::stop_token& stop,
                                   const PairedWatch& watch) {
  Tally tally(plan, watch);
  const std::size_t num_surrogates = plan.surrogates.size();
  std::vector<std::optional<ProblemRun>> runs(plan.pairs * num_surrogates);
  ThreadPool pool(plan.threads);
  // Pair by pair, so that what is finished when somebody stops is whole pairs but for the last ones.
  pool.parallel_for(runs.size(), [&](std::size_t i) {
    // The initial design depends on the seed only, so that all of a pair begin with the same points.
    ProblemRun run(*plan.problem, {.surrogate = plan.surrogates[i % num_surrogates]},
                   plan.seed + i / num_surrogates, 1);
    const RunPlan run_plan{.max_trials = static_cast<TrialNumber>(plan.trials)};
    const RunEnd end = run.run(run_plan, stop, [&] { tally.add(run.size()); });
    if (end != RunEnd::interrupted) runs[i] = std::move(run);  // one that was not finished shows nothing
  });
  std::vector<FinishedRun> finished;
  std::size_t i = 0;
  for (std::optional<ProblemRun>& run : runs) {
    if (run) finished.push_back({i / num_surrogates, i % num_surrogates, std::move(*run)});
    ++i;
  }
  return finished;
}

std::vector<std::vector<const ProblemRun*>> whole_pairs(const PairedPlan& plan,
                                                        const std::vector<FinishedRun>& finished) {
  std::vector<std::vector<const ProblemRun*>> pairs(plan.pairs);
  for (const FinishedRun& each : finished) pairs[each.pair].push_back(&each.run);
  std::erase_if(pairs, [&](const auto& runs) { return runs.size() != plan.surrogates.size(); });
  return pairs;
}

}  // namespace craggy::cli
