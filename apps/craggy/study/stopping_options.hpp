// The options that end a run by what it has found, the same in every command that runs trials.
#pragma once

#include <cstdint>
#include <optional>

#include <craggy/runs/runner.hpp>

#include "option_parser.hpp"

namespace craggy::cli {

/// --target, --patience, --min-improvement.
void add_stopping_options(OptionParser& parser, RunPlan& plan);

/// Throws InvalidArgument for numbers that cannot be, and where nothing can be expected of the surrogate.
void check_stopping_options(const RunPlan& plan, const SuggestOptions& options);

/// What --trials says, as far as there can be so many.
std::optional<TrialNumber> trial_limit(const std::optional<std::int64_t>& trials);

}  // namespace craggy::cli
