// The part that `craggy run` and `craggy worker` share: trials of a study, evaluated by a command, until some
// limit.
#pragma once

#include <cstdint>
#include <optional>

#include "context.hpp"
#include "execution/command_evaluator.hpp"
#include "option_parser.hpp"
#include "study/run_output.hpp"

namespace craggy::cli {

struct RunStudyOptions {
  std::optional<std::int64_t> trials = 50;  // none: until it is stopped
  RunPlan plan{};                           // all but the trials
  bool allow_new_command = false;
  execution::CommandSettings evaluation{};
  RunOutputOptions output{};
};

/// --trials, --jobs, --target and what else ends a run; those of evaluations.
void add_run_study_options(OptionParser& parser, RunStudyOptions& options);

/// Throws InvalidArgument for options that cannot be.
void check_run_study_options(const RunStudyOptions& options, const SuggestOptions& suggest);

/// Throws InvalidArgument for a command that is missing or cannot be run.
execution::CommandEvaluator make_evaluator(const StudyOptions& study,
                                           const execution::CommandSettings& settings);

/// Returns the exit code.
int run_study(Study& study, const RunStudyOptions& options, const Context& context);

}  // namespace craggy::cli
