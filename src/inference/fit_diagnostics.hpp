// What becomes of the chains of a fit: conditioned GPs, and figures of how well they have converged.
#pragma once

#include <span>

#include <craggy/inference/fit.hpp>

#include "inference/run_sampler.hpp"
#include "samplers/chain.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

/// The draws of the chains as GPs, and of which chain each of those is that can be one.
struct ConditionedChains {
  std::vector<DrawGroupPtr> groups;
  std::vector<Index> chain_of_draw;
};
ConditionedChains condition_chains(const FitProblem& problem, std::span<const Chain> chains, SimdLevel level,
                                   ThreadPool* pool = nullptr);

FitDiagnostics summarise_chains(std::span<const Chain> chains, const Layout& layout);

/// Of the points of a quadrature.
FitDiagnostics summarise_quadrature(const Chain& points);

}  // namespace craggy
