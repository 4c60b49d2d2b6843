#include "study/stopping_options.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"
#include "runs/run_plan.hpp"

namespace craggy::cli {

void add_stopping_options(OptionParser& parser, RunPlan& plan) {
  parser.number("--target", plan.target, "Stop once the best value is as good as this [default: none]");
  parser.whole("--patience", plan.patience, 1,
               "Stop once so many trials in a row were no better than the best one [default: never]");
  parser.number(
      "--min-improvement", plan.min_improvement,
      "Stop once four suggestions in a row were expected to improve the best value by less than this, "
      "in units of the value, and did not improve it by more [default: never]");
}

void check_stopping_options(const RunPlan& plan, const SuggestOptions& options) {
  if (!plan.min_improvement) return;
  check_positive("--min-improvement", *plan.min_improvement);
  runs::check_improvement_of("--min-improvement", plan, options);
}

std::optional<TrialNumber> trial_limit(const std::optional<std::int64_t>& trials) {
  if (!trials) return std::nullopt;
  constexpr std::int64_t most = std::numeric_limits<TrialNumber>::max();
  return static_cast<TrialNumber>(std::min(*trials, most));
}

}  // namespace craggy::cli
