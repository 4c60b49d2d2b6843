// nothing_feasible: trials have ended, and none of them gave a value that counts.
#include <algorithm>

#include <fmt/format.h>

#include "runs/texts.hpp"
#include "runs/verdicts.hpp"

namespace craggy::runs {
namespace {

constexpr std::size_t fewest_trials = 5;
// If one point in ten were feasible, so many trials at random would miss it once in eight times.
constexpr std::size_t many_trials = 20;

// How many of the finished trials break each constraint.
std::vector<std::size_t> broken_counts(const std::vector<const TrialRecord*>& finished) {
  std::vector<std::size_t> counts;
  for (const TrialRecord* record : finished) {
    counts.resize(std::max(counts.size(), record->constraints.size()));
    for (std::size_t k = 0; k < record->constraints.size(); ++k)
      if (record->constraints[k] > 0.0) ++counts[k];
  }
  return counts;
}

}  // namespace

std::optional<Verdict> nothing_feasible(const StudyFacts& facts) {
  std::vector<const TrialRecord*> finished;
  std::size_t num_failed = 0;
  for (const TrialRecord& record : facts.trials) {
    if (record.objective && is_feasible(record.constraints)) return std::nullopt;
    if (record.objective) finished.push_back(&record);
    if (record.state == TrialState::failed) ++num_failed;
  }
  const std::size_t ended = finished.size() + num_failed;
  if (ended < fewest_trials) return std::nullopt;
  Verdict verdict{.id = VerdictId::nothing_feasible,
                  .severity = finished.empty() || ended >= many_trials ? Severity::severe : Severity::warning,
                  .sentence = {},
                  .advice = {},
                  .evidence = {{"infeasible", finished.size()}, {"failed", num_failed}}};
  if (finished.empty()) {
    const auto reasons = failure_counts(facts.trials);
    const auto& [reason, count] = reasons.front();
    verdict.sentence = count == ended
                           ? fmt::format("All {} trials failed: {}.", ended, reason)
                           : fmt::format("All {} trials failed, {} of them: {}.", ended, count, reason);
    verdict.advice = "Make the evaluation of one point work by hand before the study goes on.";
    return verdict;
  }
  const std::vector<std::size_t> counts = broken_counts(finished);
  const auto hardest = std::max_element(counts.begin(), counts.end());
  verdict.evidence["broken"] = counts;
  verdict.sentence = fmt::format(
      "None of {} trials is feasible{}: constraint {} is broken in {} of the {} that have a value.", ended,
      num_failed > 0 ? fmt::format(", {} failed", num_failed) : std::string(), hardest - counts.begin() + 1,
      *hardest, finished.size());
  verdict.advice =
      "Enqueue a point that is known to be feasible; or see whether the constraint can hold anywhere: it does "
      "where its number is at most 0.";
  return verdict;
}

}  // namespace craggy::runs
