// Whether a plan can be followed.
#pragma once

#include <craggy/runs/runner.hpp>

namespace craggy::runs {

/// Throws InvalidArgument.
void check_plan(const RunPlan& plan);
/// Likewise where an improvement is asked for, which is called `name`, of a surrogate that expects none.
void check_improvement_of(std::string_view name, const RunPlan& plan, const SuggestOptions& options);

}  // namespace craggy::runs
