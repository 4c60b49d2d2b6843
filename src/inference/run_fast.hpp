// The fast inference: many chains in lockstep on SIMD lanes, moves made for the posterior at hand, warm
// starts, and more work until the chains agree or a budget is spent.
#pragma once

#include <optional>

#include <craggy/inference/warm_state.hpp>

#include "inference/run_sampler.hpp"

namespace craggy {

/// How long the fast inference runs, in iterations per chain (lane_batch.hpp says what one does).
struct FastLength {
  Index num_chains = 16;
  Index num_warmup = 0;
  Index round_length = 1;  // iterations between two looks at the chains
  Index max_rounds = 1;
  Index num_draws = 0;       // kept, all chains together
  double target_rhat = 0.0;  // 0: never stop early
  bool brief = false;        // cheap iterations (MovePlan::brief)
};

/// By the options, and where they are silent: short without a target (a suggestion) and shorter still from a
/// warm state; with a target as long as it takes, within reason.
FastLength fast_length(const InferenceOptions& options, Index num_observations, bool warm);

/// Nothing if a chain finds no start with a finite log density: the jitter is too small.
std::optional<SamplerRun> run_fast(const FitProblem& problem, const InferenceOptions& options,
                                   const WarmState* warm, const FitSeed& seed, ThreadPool& pool);

}  // namespace craggy
