// Trials in the order of what they are worth.
#pragma once

#include <cstddef>
#include <vector>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy::runs {

/// The best `count` finished feasible trials, best first.
std::vector<TrialRecord> best_trials(std::vector<TrialRecord> records, Direction direction,
                                     std::size_t count);

/// The `count` finished trials that break a constraint, by the sum of what their constraints are above 0;
/// least first.
std::vector<TrialRecord> least_infeasible_trials(std::vector<TrialRecord> records, std::size_t count);

}  // namespace craggy::runs
