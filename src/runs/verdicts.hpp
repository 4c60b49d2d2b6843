// All verdicts on a study, from what is stored of it: no model is fitted, so they cost next to nothing. The
// thresholds were chosen on made-up studies; `craggy bench verdicts` counts false alarms and misses.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <craggy/study/study_view.hpp>

#include "runs/verdict.hpp"

namespace craggy::runs {

/// What verdicts are made of.
struct StudyFacts {
  StudyOptions options;
  std::vector<TrialRecord> trials{};        // by number, with their suggestions
  std::map<TrialNumber, double> seconds{};  // how long their evaluations took, where that is known

  /// Smaller is better.
  double cost(const TrialRecord& record) const;
  /// The finished feasible trials, by number.
  std::vector<const TrialRecord*> feasible() const;
  /// Whether the study says, or some trial reports, that values are noisy.
  bool says_noisy() const;
};
StudyFacts facts_of(const StudyView& view);

/// How long it took to compute the parameters of a trial; 0 for those that no model chose.
double seconds_of_suggestion(const TrialRecord& record);

/// The severest first.
std::vector<Verdict> verdicts_of(const StudyFacts& facts);
std::vector<Verdict> verdicts_of(const StudyView& view);

// Each alone, or nothing.
std::optional<Verdict> at_bound(const StudyFacts& facts);
std::optional<Verdict> nothing_feasible(const StudyFacts& facts);
std::optional<Verdict> failing_region(const StudyFacts& facts);
std::optional<Verdict> noisy(const StudyFacts& facts);
std::optional<Verdict> not_predictive(const StudyFacts& facts);
std::optional<Verdict> chains_disagree(const StudyFacts& facts);
std::optional<Verdict> converged(const StudyFacts& facts);
std::optional<Verdict> optimiser_is_the_cost(const StudyFacts& facts);

}  // namespace craggy::runs
