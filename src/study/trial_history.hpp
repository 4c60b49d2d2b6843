// Trials as a model learns from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy {

/// A history as `suggest` takes it, smaller values being better, and the trials that it is made of.
struct TrialHistory {
  History history;
  std::vector<TrialNumber> observed;  // the trial of each observation
  std::vector<TrialNumber> failed;
  std::vector<TrialNumber> pending;
};

/// Of a trial with a result. Without `with_noise` it says nothing of noise, for a surrogate that takes none.
Observation observation_of(const TrialRecord& trial, Direction direction, bool with_noise);

/// Of the first result, which all others have to follow; 0 if there is none.
std::size_t num_constraints_of(std::span<const TrialRecord* const> trials);

/// A trial with another number of constraints, as older versions of craggy let pass, counts as failed.
TrialHistory history_of(std::span<const TrialRecord* const> trials, std::size_t num_constraints,
                        Direction direction, bool with_noise);

}  // namespace craggy
