#include "runs/verdicts.hpp"

#include <algorithm>
#include <array>

#include "runs/texts.hpp"

namespace craggy::runs {

double StudyFacts::cost(const TrialRecord& record) const {
  const double value = record.objective.value_or(0.0);
  return options.direction == Direction::minimise ? value : -value;
}

std::vector<const TrialRecord*> StudyFacts::feasible() const {
  std::vector<const TrialRecord*> found;
  for (const TrialRecord& record : trials)
    if (record.objective && is_feasible(record.constraints)) found.push_back(&record);
  return found;
}

bool StudyFacts::says_noisy() const {
  return options.suggest.noisy || std::any_of(trials.begin(), trials.end(), [](const TrialRecord& record) {
           return record.noise.value_or(0.0) > 0.0;
         });
}

double seconds_of_suggestion(const TrialRecord& record) {
  return record.suggestion ? record.suggestion->fit_seconds + record.suggestion->acquisition_seconds : 0.0;
}

StudyFacts facts_of(const StudyView& view) {
  StudyFacts facts{.options = view.options(), .trials = view.trials()};
  const std::map<TrialNumber, AttemptRow> attempts = view.deciding_attempts();
  for (const TrialRecord& record : facts.trials) {
    const auto found = attempts.find(record.number);
    const auto seconds = found == attempts.end() ? std::nullopt : seconds_of(found->second);
    if (!seconds) continue;
    // A first attempt begins when its number is taken, and the parameters are computed after that.
    const bool is_first = found->second.number == 0;
    facts.seconds[record.number] = std::max(0.0, *seconds - (is_first ? seconds_of_suggestion(record) : 0.0));
  }
  return facts;
}

std::vector<Verdict> verdicts_of(const StudyFacts& facts) {
  constexpr std::array all = {nothing_feasible, failing_region,  noisy,     not_predictive,
                              at_bound,         chains_disagree, converged, optimiser_is_the_cost};
  std::vector<Verdict> verdicts;
  for (const auto& verdict_on : all)
    if (std::optional<Verdict> verdict = verdict_on(facts)) verdicts.push_back(*std::move(verdict));
  std::stable_sort(verdicts.begin(), verdicts.end(),
                   [](const Verdict& a, const Verdict& b) { return a.severity > b.severity; });
  return verdicts;
}

std::vector<Verdict> verdicts_of(const StudyView& view) { return verdicts_of(facts_of(view)); }

}  // namespace craggy::runs
