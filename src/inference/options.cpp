// The table of InferenceOptions, and the checks that follow from it.
#include <algorithm>
#include <initializer_list>
#include <vector>

#include <fmt/format.h>

#include <craggy/linalg/simd_level.hpp>

#include "inference/option_fields.hpp"
#include "inference/run_sampler.hpp"
#include "posterior/enum_names.hpp"

namespace craggy {
namespace {

// Of an option that only some methods have. `methods` is what the message says.
FieldNeed needs_method(const InferenceOptions& options, std::string_view methods,
                       std::initializer_list<std::string_view> those) {
  return {.of = "inference", .lacks = [&options, methods, those = std::vector(those)] {
            const bool is_one = std::find(those.begin(), those.end(), options.method) != those.end();
            return is_one ? std::string_view() : methods;
          }};
}

// Whatever this machine can run.
std::vector<std::string> simd_level_names() {
  std::vector<std::string> names;
  for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::v3, SimdLevel::v4})
    names.emplace_back(name_of(level));
  return names;
}

}  // namespace

const std::vector<std::string>& inference_names() {
  static const std::vector<std::string> names = {"fast", "nuts", "paper"};
  return names;
}

Fields fields_of(InferenceOptions& options) {
  const FieldNeed of_fast = needs_method(options, "'fast'", {"fast"});
  constexpr NutsLength nuts;
  return {
      field(options.method, {.key = "method",
                             .name = "inference",
                             .group = inference_group,
                             .help = "How the posterior is sampled",
                             .names = inference_names()}),
      field(options.num_chains, {.key = "num_chains",
                                 .name = "chains",
                                 .group = inference_group,
                                 .help = "Chains",
                                 .left_open = "16 for fast, 4 for nuts, 1 for paper",
                                 .bound = at_least(1)}),
      field(options.num_warmup,
            {.key = "num_warmup",
             .name = "warmup",
             .group = inference_group,
             .help = "Steps per chain before the first draw",
             .left_open = fmt::format("40 to 300, 2 to 4 from a warm start for fast, {} for nuts, 30000 for "
                                      "paper, 1000 where paper samples by slice",
                                      nuts.num_warmup),
             .bound = at_least(0)}),
      field(options.num_draws,
            {.key = "num_draws",
             .name = "draws",
             .group = inference_group,
             .help = "Draws to keep, all chains together",
             .left_open = fmt::format("160, 256 from a warm start for fast, {} for nuts, 100 for paper",
                                      nuts.num_draws),
             .bound = at_least(1)}),
      field(options.thinning, {.key = "thinning",
                               .group = inference_group,
                               .help = "Steps from one draw to the next",
                               .left_open = "1 for nuts, 50 for paper, 10 by slice",
                               .bound = at_least(1),
                               .needs = needs_method(options, "'nuts' or 'paper'", {"nuts", "paper"})}),
      field(options.num_leapfrog, {.key = "num_leapfrog",
                                   .name = "leapfrog",
                                   .group = inference_group,
                                   .help = "Leapfrog steps of the HMC of paper",
                                   .left_open = "3",
                                   .bound = at_least(1),
                                   .needs = needs_method(options, "'paper'", {"paper"})}),
      field(options.max_tree_depth, {.key = "max_tree_depth",
                                     .name = "tree_depth",
                                     .group = inference_group,
                                     .help = "Largest depth of the trees of nuts",
                                     .left_open = "8",
                                     .bound = at_least(1),
                                     .needs = needs_method(options, "'nuts'", {"nuts"})}),
      field(options.target_rhat, {.key = "target_rhat",
                                  .group = inference_group,
                                  .help = "fast samples until the chains agree this well",
                                  .left_open = "none",
                                  .bound = above(1),
                                  .needs = of_fast}),
      field(options.max_iterations, {.key = "max_iterations",
                                     .name = "iterations",
                                     .group = inference_group,
                                     .help = "Most iterations of fast after its warm-up, per chain",
                                     .left_open = "by the number of observations",
                                     .bound = at_least(1),
                                     .needs = of_fast}),
      field(options.time_budget,
            {.key = "time_budget",
             .group = inference_group,
             .help = "Seconds after which fast stops; the result then depends on the machine",
             .left_open = "none",
             .bound = above(0),
             .has_modifier = false,
             .needs = of_fast}),
      field(options.simd,
            {.key = "simd",
             .group = inference_group,
             .help = "Instruction set of everything that is computed, for the same bits on another machine",
             .left_open = "the best here",
             .names = simd_level_names(),
             .has_modifier = false,
             .recorded = [] { return FieldValue(); }}),  // a record has it of its own
      field(options.jitter, {.key = "jitter",
                             .group = inference_group,
                             .help = "Variance added to the diagonal of a covariance matrix",
                             .bound = above(0)}),
      field(options.new_latent,
            {.key = "new_latent",
             .group = surrogate_group,
             .help = "What becomes of the latent input of a new point: set to 0 or integrated out",
             .flags = {{"marginalise_h", "marginalised",
                        "Integrate the latent input of a new point out, instead of setting it to 0"}},
             .modifiers = {{"marginalised", "marginalised",
                            "The latent input of a new point is integrated out, not 0"}}}),
  };
}

SimdLevel simd_level_of(const InferenceOptions& options) {
  return options.simd ? parse_simd_level(*options.simd) : default_simd_level();
}

void check_inference_options(const InferenceOptions& options) {
  InferenceOptions copy = options;
  check_fields(fields_of(copy));
  if (options.simd) parse_simd_level(*options.simd);  // one that this machine can run
}

Index chains_of(const InferenceOptions& options) {
  return options.num_chains.value_or(options.method == "paper" ? 1 : 4);
}

Index draws_per_chain(const InferenceOptions& options, Index default_draws) {
  const Index chains = chains_of(options);
  return (options.num_draws.value_or(default_draws) + chains - 1) / chains;
}

}  // namespace craggy
