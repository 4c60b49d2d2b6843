// Runs the sampler of an inference method on a surrogate's density: several chains, each from its own start.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <craggy/inference/fit.hpp>

#include "samplers/chain.hpp"
#include "surrogates/surrogate_density.hpp"

namespace craggy {

/// What a fit works on.
struct FitProblem {
  std::shared_ptr<const Surrogate> surrogate;
  std::shared_ptr<const Dataset> data;
  double jitter;

  SurrogateDensity density() const { return {surrogate, data, jitter}; }
};

/// Whether the number of unknowns grows with the observations: the paper samples those by HMC and the others
/// by slice.
bool has_unknowns_per_observation(const Surrogate& surrogate, Index num_inputs);

/// Draws from the prior of which a chain starts at the best.
inline constexpr int num_start_candidates = 10;

/// The start of a chain: of a few draws from the prior the one with the largest log density, so that chains
/// start apart but not absurdly. Nothing if the density fails at all of them.
std::optional<Vector> initial_state(const FitProblem& problem, const FitSeed& seed, Index chain);

struct SamplerRun {
  std::vector<Chain> chains;  // a single one for the points of a quadrature
  bool by_quadrature = false;
  std::optional<WarmState> warm{};
  StopReason stop_reason = StopReason::completed;
  bool was_warm = false;
};

/// The sampler of `options.method`, or quadrature or NUTS where the fast one has nothing better for this
/// surrogate. Nothing if no start with a finite log density is found: the jitter is too small.
std::optional<SamplerRun> run_sampler(const FitProblem& problem, const InferenceOptions& options,
                                      const WarmState* warm, const FitSeed& seed, ThreadPool& pool);

/// Chains, one from each column of `starts`.
std::vector<Chain> run_nuts(const FitProblem& problem, const InferenceOptions& options, const Matrix& starts,
                            const FitSeed& seed, ThreadPool& pool);
std::vector<Chain> run_paper(const FitProblem& problem, const InferenceOptions& options, const Matrix& starts,
                             const FitSeed& seed, ThreadPool& pool);

/// Number of chains of NUTS and of the paper's samplers, and of the draws that each of them keeps.
Index chains_of(const InferenceOptions& options);
Index draws_per_chain(const InferenceOptions& options, Index default_draws);

}  // namespace craggy
