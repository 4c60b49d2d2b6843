// Why a run ended, in the words of the command line.
#pragma once

#include <string>

#include <craggy/runs/runner.hpp>

namespace craggy::cli {

struct RunFacts {
  RunPlan plan{};
  TrialCounts counts{};                      // of the study in the end
  std::optional<TrialRecord> best{};         // likewise
  bool any_started = false;                  // in this run
  std::optional<craggy::Outcome> failure{};  // the last one of this run
};

/// "the target 0.3 is reached by 0.29 in trial 7 (--target)".
std::string why_it_ended(RunEnd end, const RunFacts& facts);

/// What may help where nothing but the same failure came of the trials, with the last lines of what the
/// command wrote to standard error; it ends with a line break.
std::string help_with(const craggy::Outcome& failure);

}  // namespace craggy::cli
