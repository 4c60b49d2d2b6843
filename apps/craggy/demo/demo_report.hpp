// What `craggy demo` prints of its runs, for people and for scripts.
#pragma once

#include "context.hpp"
#include "demo/paired_runs.hpp"
#include "json_output.hpp"

namespace craggy::cli {

/// What is being compared; printed before the first run.
void introduce(const PairedPlan& plan, const Context& context);

/// The table, the plot, how to read them, and what to run next; of whole pairs only.
void print_pairs(const PairedPlan& plan, const std::vector<FinishedRun>& finished, const Context& context);

Json pairs_json(const PairedPlan& plan, const std::vector<FinishedRun>& finished, bool interrupted);

}  // namespace craggy::cli
