// Ends a run when what it has found, or has not, says so; and notices when the best value improves.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include <craggy/runs/runner.hpp>
#include <craggy/study/study_view.hpp>

#include "runs/alike_failures.hpp"
#include "runs/run_control.hpp"

namespace craggy::runs {

class StoppingRules {
 public:
  /// What is the best by now is no improvement.
  StoppingRules(const Study& study, const RunPlan& plan, RunControl& control);

  /// Looks at the study. From any thread.
  void apply();

  /// A trial of this run has failed for good. From any thread.
  void take_failure(const Outcome& outcome);

 private:
  struct Best {
    TrialRecord record;
    std::int64_t num_finished = 0;  // trials, when it was found; kept for patience only
  };

  Best found(TrialRecord record) const;
  bool is_better(const TrialRecord& record) const;
  bool is_news(const TrialRecord& record);
  void take(Best best);
  bool has_too_many_failures() const;
  bool fails_alike() const;
  bool has_reached_target() const;
  bool has_lost_patience(std::int64_t num_finished) const;
  double cost_of(double value) const;
  double cost_of(const TrialRecord& record) const;

  const Study& study_;
  const RunPlan& plan_;
  RunControl& control_;
  std::optional<StudyView> view_;  // where there is a least improvement
  mutable std::mutex mutex_;       // of what follows, and of the order in which improvements are heard
  std::optional<Best> best_;
  AlikeFailures failures_;
};

}  // namespace craggy::runs
