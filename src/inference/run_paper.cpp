#include "inference/run_sampler.hpp"
#include "samplers/adaptive.hpp"
#include "samplers/chains.hpp"
#include "samplers/continuous_block.hpp"
#include "samplers/hmc.hpp"
#include "samplers/in_turn.hpp"
#include "samplers/label_gibbs.hpp"
#include "samplers/simple_step_size.hpp"
#include "samplers/slice.hpp"

namespace craggy {
namespace {

// [Bodin2020, appendix]: HMC with 30,000 burn-in steps, every 50th step kept, 100 draws, step size adapted
// for 80 % of the burn-in towards acceptance 0.75. Slice sampling for the models with few unknowns; the paper
// gives no numbers there.
struct Schedule {
  Index num_warmup, thinning, num_draws;
};
constexpr Schedule hmc_schedule{30000, 50, 100};
constexpr Schedule slice_schedule{1000, 10, 100};
constexpr Schedule spearmint_schedule{100, 1, 10};  // the Warped GP ran in Spearmint with its defaults

constexpr double slice_width = 1.0;

ChainOptions chain_options(const InferenceOptions& options, const Schedule& schedule) {
  return {.num_warmup = options.num_warmup.value_or(schedule.num_warmup),
          .num_draws = draws_per_chain(options, schedule.num_draws),
          .thinning = options.thinning.value_or(schedule.thinning)};
}

}  // namespace

std::vector<Chain> run_paper(const FitProblem& problem, const InferenceOptions& options, const Matrix& starts,
                             const FitSeed& seed, ThreadPool& pool) {
  const auto density = [&problem](Index /*chain*/) { return problem.density(); };
  if (!has_unknowns_per_observation(*problem.surrogate, problem.data->num_inputs())) {
    const Schedule& schedule = problem.surrogate->name == "warped" ? spearmint_schedule : slice_schedule;
    const Adaptive slice{Slice{}, FixedTuning{SliceTuning{Vector::Constant(1, slice_width)}}};
    return run_chains(density, slice, starts, chain_options(options, schedule), seed.seed, seed.trial, pool);
  }
  const Adaptive hmc{Hmc({.num_leapfrog_steps = options.num_leapfrog.value_or(3)}), SimpleStepSizeWarmUp{}};
  const InTurn sampler{OnContinuousBlock{hmc}, Adaptive{LabelGibbs{}, FixedTuning<NoTuning>{}}};
  return run_chains(density, sampler, starts, chain_options(options, hmc_schedule), seed.seed, seed.trial,
                    pool);
}

}  // namespace craggy
