#include "study/trial_history.hpp"

#include <algorithm>
#include <limits>

namespace craggy {

Observation observation_of(const TrialRecord& trial, Direction direction, bool with_noise) {
  const double sign = direction == Direction::minimise ? 1.0 : -1.0;
  return {trial.values, sign * trial.objective.value_or(std::numeric_limits<double>::quiet_NaN()),
          trial.constraints, with_noise ? trial.noise : std::nullopt};
}

std::size_t num_constraints_of(std::span<const TrialRecord* const> trials) {
  const auto first = std::find_if(trials.begin(), trials.end(),
                                  [](const TrialRecord* trial) { return trial->objective.has_value(); });
  return first == trials.end() ? 0 : (*first)->constraints.size();
}

TrialHistory history_of(std::span<const TrialRecord* const> trials, std::size_t num_constraints,
                        Direction direction, bool with_noise) {
  TrialHistory result;
  for (const TrialRecord* trial : trials) {
    if (trial->objective && trial->constraints.size() == num_constraints) {
      result.history.observations.push_back(observation_of(*trial, direction, with_noise));
      result.observed.push_back(trial->number);
    } else if (trial->objective || trial->state == TrialState::failed) {
      result.history.failed.push_back(trial->values);
      result.failed.push_back(trial->number);
    } else {
      result.history.pending.push_back(trial->values);
      result.pending.push_back(trial->number);
    }
  }
  return result;
}

}  // namespace craggy
