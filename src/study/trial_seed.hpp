// The seed that an evaluation gets, so that it can be repeated.
#pragma once

#include <cstdint>

#include <craggy/stores/records.hpp>

namespace craggy {

/// Below 2³¹, of the study's seed and the trial alone: a retry gets the same. No random number of the search
/// is drawn from it.
std::uint64_t trial_seed(std::uint64_t study_seed, TrialNumber trial);

}  // namespace craggy
