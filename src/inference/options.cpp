#include <fmt/format.h>

#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "inference/run_sampler.hpp"

namespace craggy {

const std::vector<std::string>& inference_names() {
  static const std::vector<std::string> names = {"fast", "nuts", "paper"};
  return names;
}

SimdLevel simd_level_of(const InferenceOptions& options) {
  return options.simd ? parse_simd_level(*options.simd) : default_simd_level();
}

void check_inference_options(const InferenceOptions& options) {
  check_known("inference", options.method, inference_names());
  const auto at_least = [](std::string_view name, const std::optional<Index>& value, Index minimum) {
    if (value) check_at_least(name, *value, minimum);
  };
  at_least("chains", options.num_chains, 1);
  at_least("warmup", options.num_warmup, 0);
  at_least("draws", options.num_draws, 1);
  at_least("thinning", options.thinning, 1);
  at_least("leapfrog steps", options.num_leapfrog, 1);
  at_least("tree depth", options.max_tree_depth, 1);
  check_positive("jitter", options.jitter);
  at_least("iterations", options.max_iterations, 1);
  if (options.target_rhat && !(*options.target_rhat > 1.0))
    fail_argument("target R-hat", fmt::format("{}", *options.target_rhat), "it has to be above 1");
  if (options.time_budget) check_positive("time budget", *options.time_budget);
  if (options.simd) parse_simd_level(*options.simd);
  if ((options.target_rhat || options.max_iterations || options.time_budget) && options.method != "fast")
    fail_argument("inference", "'" + options.method + "'",
                  "a target R-hat, a limit of iterations and a time budget need 'fast'");
  if (options.thinning && options.method == "fast")
    fail_argument("inference", "'fast'",
                  "it spreads its draws by itself, so a thinning needs 'nuts' or 'paper'");
  if (options.num_leapfrog && options.method != "paper")
    fail_argument("inference", "'" + options.method + "'", "a number of leapfrog steps needs 'paper'");
  if (options.max_tree_depth && options.method != "nuts")
    fail_argument("inference", "'" + options.method + "'", "a tree depth needs 'nuts'");
}

Index chains_of(const InferenceOptions& options) {
  return options.num_chains.value_or(options.method == "paper" ? 1 : 4);
}

Index draws_per_chain(const InferenceOptions& options, Index default_draws) {
  const Index chains = chains_of(options);
  return (options.num_draws.value_or(default_draws) + chains - 1) / chains;
}

}  // namespace craggy
