#include "inference/run_sampler.hpp"
#include "samplers/adaptive.hpp"
#include "samplers/chains.hpp"
#include "samplers/continuous_block.hpp"
#include "samplers/in_turn.hpp"
#include "samplers/label_gibbs.hpp"
#include "samplers/nuts.hpp"
#include "samplers/windowed_warm_up.hpp"

namespace craggy {
namespace {

// A step size that is found at depth 8 or deeper is a sign of a hard posterior; going on to 1,023 leapfrog
// steps for one draw buys less than more draws do.
constexpr Index default_max_depth = 8;

}  // namespace

std::vector<Chain> run_nuts(const FitProblem& problem, const InferenceOptions& options, const Matrix& starts,
                            const FitSeed& seed, ThreadPool& pool) {
  const ChainOptions chain_options{.num_warmup = options.num_warmup.value_or(NutsLength().num_warmup),
                                   .num_draws = draws_per_chain(options, NutsLength().num_draws),
                                   .thinning = options.thinning.value_or(1)};
  const Adaptive nuts{Nuts({.max_depth = options.max_tree_depth.value_or(default_max_depth)}),
                      WindowedWarmUp{}};
  const InTurn sampler{OnContinuousBlock{nuts}, Adaptive{LabelGibbs{}, FixedTuning<NoTuning>{}}};
  return run_chains([&problem](Index /*chain*/) { return problem.density(); }, sampler, starts, chain_options,
                    seed.seed, seed.trial, pool);
}

}  // namespace craggy
