// Whether a plan can be followed.
#pragma once

#include <craggy/runs/runner.hpp>

namespace craggy::runs {

/// Throws InvalidArgument.
void check_plan(const RunPlan& plan);

}  // namespace craggy::runs
