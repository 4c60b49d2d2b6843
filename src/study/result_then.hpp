// What a study had been told of a trial at some moment, which may have been corrected since.
#pragma once

#include <optional>
#include <vector>

#include <craggy/study/trial.hpp>

namespace craggy {

/// The attempt that decided the trial as it was at `when`, of all its `attempts`; null where they do not say
/// so. Each correction names the attempt that had decided before.
const AttemptRow* deciding_then(const std::vector<AttemptRow>& attempts, AttemptNumber decider,
                                Timestamp when);

/// Whether some attempt is a correction that was made after `when`.
bool corrected_since(const std::vector<AttemptRow>& attempts, Timestamp when);

/// The trial with the result of then.
TrialRecord record_then(TrialRecord record, const std::vector<AttemptRow>& attempts, Timestamp when);

}  // namespace craggy
