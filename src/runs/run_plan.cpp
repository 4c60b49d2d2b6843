#include "runs/run_plan.hpp"

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::runs {

void check_plan(const RunPlan& plan) {
  check_at_least("the number of jobs", plan.jobs, 1);
  if (plan.jobs > most_jobs)
    fail_argument("the number of jobs", fmt::format("{}", plan.jobs),
                  fmt::format("it has to be at most {}", most_jobs));
  check_at_least("the number of retries", plan.retries, 0);
  if (plan.max_failures) check_at_least("the largest number of failures", *plan.max_failures, 1);
  if (plan.budget_time) check_at_least("the time of a run, in milliseconds,", plan.budget_time->count(), 1);
  if (plan.target) check_finite("the target", *plan.target);
  if (plan.patience) check_at_least("the patience", *plan.patience, 1);
  if (plan.min_improvement) check_positive("the least improvement", *plan.min_improvement);
  if (plan.max_alike_failures) check_at_least("the largest number of failures", *plan.max_alike_failures, 1);
}

void check_improvement_of(std::string_view name, const RunPlan& plan, const SuggestOptions& options) {
  if (plan.min_improvement && options.surrogate == "random")
    fail_argument(name, fmt::format("{}", *plan.min_improvement),
                  "nothing is expected of points that are drawn at random, so it needs another surrogate");
}

}  // namespace craggy::runs
