// The samplers by name, ready to hand to run_chain and run_chains.
#pragma once

#include <utility>

#include "samplers/adaptive.hpp"
#include "samplers/chains.hpp"
#include "samplers/continuous_block.hpp"
#include "samplers/hmc.hpp"
#include "samplers/in_turn.hpp"
#include "samplers/label_gibbs.hpp"
#include "samplers/nuts.hpp"
#include "samplers/simple_step_size.hpp"
#include "samplers/slice.hpp"
#include "samplers/windowed_warm_up.hpp"

namespace craggy {

/// Univariate slice sampling. Its widths are not learnt: stepping out and shrinkage forgive a poor choice.
inline auto slice_sampler(SliceTuning tuning = {.widths = Vector::Ones(1)},
                          const SliceOptions& options = {}) {
  return Adaptive(Slice(options), FixedTuning(std::move(tuning)));
}

/// HMC as the paper ran it [Bodin2020, appendix].
inline auto paper_hmc_sampler(const HmcOptions& options = {}, const SimpleStepSizeOptions& warm_up = {}) {
  return Adaptive(Hmc(options), SimpleStepSizeWarmUp(warm_up));
}

/// HMC with dual averaging and a learnt metric.
inline auto hmc_sampler(const HmcOptions& options = {}, WindowedWarmUpOptions warm_up = {}) {
  return Adaptive(Hmc(options), WindowedWarmUp(std::move(warm_up)));
}

inline auto nuts_sampler(const NutsOptions& options = {}, WindowedWarmUpOptions warm_up = {}) {
  return Adaptive(Nuts(options), WindowedWarmUp(std::move(warm_up)));
}

inline auto label_gibbs_sampler() { return Adaptive(LabelGibbs(), FixedTuning(NoTuning())); }

/// For a density with labels: a step of `sampler` in the continuous coordinates, then a sweep over the
/// labels.
template <class S>
auto with_label_sweep(S sampler) {
  return InTurn(OnContinuousBlock(std::move(sampler)), label_gibbs_sampler());
}

}  // namespace craggy
