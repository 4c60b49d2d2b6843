// Where the jobs of a run get their trials: a study is asked, and trials of others that may vanish are waited
// for.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include <craggy/runs/runner.hpp>

#include "runs/run_control.hpp"
#include "runs/stopping_rules.hpp"

namespace craggy::runs {

class TrialSource {
 public:
  TrialSource(Study& study, const RunPlan& plan, RunControl& control, StoppingRules& rules);

  /// From any thread. Nothing once the run is over, for this job at least: a trial that is running here comes
  /// back, if it does, to the job that runs it.
  std::optional<Trial> next();

  /// Whether the space has no other point.
  bool is_exhausted() const { return exhausted_; }

 private:
  std::optional<Trial> ask();
  std::optional<Trial> wait_for_others();
  void pause_beside_others();
  bool others_at_work();
  bool others_may_vanish();

  Study& study_;
  RunControl& control_;
  StoppingRules& rules_;
  TrialNumber max_trials_;
  std::mutex looking_;  // the idle job that looks for something to do has it
  std::atomic<bool> exhausted_ = false;
};

}  // namespace craggy::runs
