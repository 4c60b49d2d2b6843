#include <craggy/base/check.hpp>
#include <craggy/inference/run_sampler.hpp>

namespace craggy {

const std::vector<std::string>& inference_names() {
  static const std::vector<std::string> names = {"nuts", "paper"};
  return names;
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
