#include "runs/convergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace craggy::runs {
namespace {

constexpr std::size_t num_agreeing = 4;
constexpr std::size_t num_looked_at = 16;  // the last trials, some of which may have come from outside

std::size_t num_finished_needed(const StudyView& study) { return 5 * (study.space().size() + 1); }

bool tells_improvement(const TrialRecord& record) {
  return record.suggestion && record.suggestion->reason && record.suggestion->reason->improvement;
}

double expected_of(const TrialRecord& record) { return *record.suggestion->reason->improvement; }

}  // namespace

bool has_converged(const StudyView& study, double least) {
  const TrialCounts counts = study.counts();
  if (counts.finished < num_finished_needed(study)) return false;
  const std::size_t num_trials = counts.all();
  const auto first = static_cast<TrialNumber>(num_trials - std::min(num_trials, num_looked_at));
  std::vector<TrialRecord> records = study.trials(first, std::numeric_limits<std::size_t>::max());
  std::erase_if(records, [](const TrialRecord& record) { return !tells_improvement(record); });
  if (records.size() < num_agreeing) return false;
  records.erase(records.begin(), records.end() - num_agreeing);
  if (std::any_of(records.begin(), records.end(),
                  [&](const TrialRecord& record) { return expected_of(record) >= least; }))
    return false;
  const std::optional<TrialRecord> before = study.best_seen_by(records.front().number);
  const std::optional<TrialRecord> now = study.best();
  return before && now && std::abs(*before->objective - *now->objective) < least;
}

}  // namespace craggy::runs
