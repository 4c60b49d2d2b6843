// converged and optimiser_is_the_cost: whether it is worth while to go on, and what going on costs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "base/special_functions.hpp"
#include "runs/verdicts.hpp"

namespace craggy::runs {
namespace {

constexpr std::size_t fewest_trials = 15;
// Two turns of the default's four models, one of which looks where it knows little and may always hope.
constexpr std::size_t num_suggestions = 8;
constexpr std::size_t num_without_hope = 6;
// Of the way from bad values (the worst tenth) to the best one: what is not worth an evaluation.
constexpr double negligible = 1e-3;
constexpr double bad = 0.9;

// Of the last so many suggestions and their evaluations.
constexpr std::size_t num_timed = 20;
constexpr double seconds_that_matter = 30.0;  // of the study's suggestions, all together

// Of a normal value with this mean and standard deviation, over what is the best now.
double expected_improvement(double best, double mean, double sd) {
  if (!(sd > 0.0)) return std::max(0.0, best - mean);
  const double z = (best - mean) / sd;
  const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
  return sd * (z * normal_cdf(z) + density);
}

double quantile_of(std::vector<double> values, double probability) {
  const auto position = static_cast<std::ptrdiff_t>(probability * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + position, values.end());
  return values[static_cast<std::size_t>(position)];
}

}  // namespace

// Of noisy values the best one is mostly luck, and nothing is said.
std::optional<Verdict> converged(const StudyFacts& facts) {
  const std::vector<const TrialRecord*> feasible = facts.feasible();
  if (feasible.size() < fewest_trials || facts.says_noisy()) return std::nullopt;
  std::vector<double> costs;
  for (const TrialRecord* record : feasible) costs.push_back(facts.cost(*record));
  const double best = *std::min_element(costs.begin(), costs.end());
  const double way = quantile_of(costs, bad) - best;
  const double sign = facts.options.direction == Direction::minimise ? 1.0 : -1.0;

  std::vector<double> expected;
  TrialNumber first = 0;
  for (auto record = facts.trials.rbegin();
       record != facts.trials.rend() && expected.size() < num_suggestions; ++record) {
    if (!record->suggestion || !record->suggestion->reason) continue;
    const Reason& reason = *record->suggestion->reason;
    const double worth = reason.success.value_or(1.0) * reason.feasible.value_or(1.0);
    expected.push_back(worth * expected_improvement(best, sign * reason.mean, reason.sd));
    first = record->number;
  }
  if (expected.size() < num_suggestions) return std::nullopt;
  std::sort(expected.begin(), expected.end());
  const double left = expected[num_without_hope - 1];
  if (!(left <= negligible * way)) return std::nullopt;
  double best_before = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < feasible.size(); ++i)
    if (feasible[i]->number < first) best_before = std::min(best_before, costs[i]);
  const double gained = best_before - best;
  if (!(gained <= negligible * way)) return std::nullopt;
  return Verdict{
      .id = VerdictId::converged,
      .severity = Severity::note,
      .sentence = fmt::format(
          "Further improvement is unlikely: {} of the last {} suggestions expected at most {:.2g} each, and all "
          "of them together gained {:.2g}.",
          num_without_hope, num_suggestions, left, gained),
      .advice = "Stop here, or look for something better with wider ranges or other parameters.",
      .evidence = {{"suggestions", num_suggestions},
                   {"expected_improvement", json_number(left)},
                   {"gained", json_number(gained)},
                   {"way", json_number(way)}}};
}

std::optional<Verdict> optimiser_is_the_cost(const StudyFacts& facts) {
  double of_study = 0.0;
  double suggesting = 0.0;
  double evaluating = 0.0;
  std::size_t count = 0;
  for (auto record = facts.trials.rbegin(); record != facts.trials.rend(); ++record) {
    of_study += seconds_of_suggestion(*record);
    const auto seconds = facts.seconds.find(record->number);
    if (count == num_timed || seconds == facts.seconds.end() || seconds_of_suggestion(*record) == 0.0)
      continue;
    suggesting += seconds_of_suggestion(*record);
    evaluating += seconds->second;
    ++count;
  }
  if (count < num_timed || of_study < seconds_that_matter || suggesting <= evaluating) return std::nullopt;
  const double share = suggesting / (suggesting + evaluating);
  return Verdict{
      .id = VerdictId::optimiser_is_the_cost,
      .severity = Severity::note,
      .sentence =
          fmt::format("Choosing points takes {:.0f} % of the time: {:.2g} s a suggestion, {:.2g} s an "
                      "evaluation.",
                      100.0 * share, suggesting / num_timed, evaluating / num_timed),
      .advice =
          "Evaluations this cheap can be many: a --surrogate that is fitted faster, such as noiseless, or "
          "a time budget for each fit lets more of them be made in the same time.",
      .evidence = {{"trials", count},
                   {"share", json_number(share)},
                   {"suggestion_seconds", json_number(suggesting / num_timed)},
                   {"evaluation_seconds", json_number(evaluating / num_timed)}}};
}

}  // namespace craggy::runs
