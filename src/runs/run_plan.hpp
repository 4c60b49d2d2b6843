// Whether a plan can be followed.
#pragma once

#include <craggy/runs/runner.hpp>

namespace craggy::runs {

/// Throws InvalidArgument.
void check_plan(const RunPlan& plan);
/// Likewise, with what the study's options have to do with it.
void check_plan_of(const RunPlan& plan, const SuggestOptions& options);

}  // namespace craggy::runs
