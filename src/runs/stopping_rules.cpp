#include "runs/stopping_rules.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "runs/convergence.hpp"

namespace craggy::runs {

StoppingRules::StoppingRules(const Study& study, const RunPlan& plan, RunControl& control)
    : study_(study), plan_(plan), control_(control) {
  if (std::optional<TrialRecord> best = study.best()) best_ = found(std::move(*best));
  if (plan.min_improvement) view_.emplace(study);
}

void StoppingRules::apply() {
  if (has_too_many_failures()) control_.end(RunEnd::too_many_failures);
  if (fails_alike()) control_.end(RunEnd::failing_alike);
  // In this order: whatever finishes in between can only make the best newer than the count.
  const auto num_finished = plan_.patience ? static_cast<std::int64_t>(study_.counts().finished) : 0;
  std::optional<TrialRecord> best = study_.best();
  // Nobody has heard yet that it finished; the job that runs it comes here right after that.
  if (best && control_.state().running.contains(best->number)) return;
  if (best && is_news(*best)) take(found(std::move(*best)));

  {
    const std::lock_guard lock(mutex_);
    if (has_reached_target()) control_.end(RunEnd::target_reached);
    if (has_lost_patience(num_finished)) control_.end(RunEnd::no_improvement);
  }
  if (view_ && has_converged(*view_, plan_.min_improvement.value_or(0.0))) control_.end(RunEnd::converged);
}

void StoppingRules::take_failure(const Outcome& outcome) {
  const std::lock_guard lock(mutex_);
  failures_.add(outcome);
}

StoppingRules::Best StoppingRules::found(TrialRecord record) const {
  if (!plan_.patience) return {std::move(record)};
  const std::vector<TrialRecord> trials = study_.trials();
  const auto until_then = std::count_if(trials.begin(), trials.end(), [&](const TrialRecord& trial) {
    return trial.objective && trial.ended <= record.ended;
  });
  return {std::move(record), until_then};
}

bool StoppingRules::is_news(const TrialRecord& record) {
  const std::lock_guard lock(mutex_);
  return is_better(record);
}

void StoppingRules::take(Best best) {
  const std::lock_guard lock(mutex_);
  if (!is_better(best.record)) return;  // another job was quicker
  best_ = std::move(best);
  control_.emit({.kind = RunEvent::Kind::improved, .best = &best_->record});
}

bool StoppingRules::is_better(const TrialRecord& record) const {
  return !best_ || cost_of(record) < cost_of(best_->record);
}

bool StoppingRules::has_too_many_failures() const {
  return plan_.max_failures && control_.state().num_failed >= static_cast<std::size_t>(*plan_.max_failures);
}

bool StoppingRules::fails_alike() const {
  if (!plan_.max_alike_failures) return false;
  {
    const std::lock_guard lock(mutex_);
    if (failures_.most() < static_cast<std::size_t>(*plan_.max_alike_failures)) return false;
  }
  return study_.counts().finished == 0;
}

bool StoppingRules::has_reached_target() const {
  return plan_.target && best_ && cost_of(best_->record) <= cost_of(*plan_.target);
}

bool StoppingRules::has_lost_patience(std::int64_t num_finished) const {
  return plan_.patience && num_finished - (best_ ? best_->num_finished : 0) >= *plan_.patience;
}

double StoppingRules::cost_of(const TrialRecord& record) const {
  return record.objective ? cost_of(*record.objective) : std::numeric_limits<double>::infinity();
}

double StoppingRules::cost_of(double value) const {
  return study_.direction() == Direction::minimise ? value : -value;
}

}  // namespace craggy::runs
