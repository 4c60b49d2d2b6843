// Deterministic quadrature for surrogates with one to three unknowns: log l and, if they are sampled, log
// amplitude and log noise variance. Its points carry equal weights, so they are used like draws of a sampler.
#pragma once

#include <optional>

#include <craggy/base/thread_pool.hpp>

#include "inference/run_sampler.hpp"

namespace craggy {

/// Whether the unknowns are log l and at most log a and log s², with C = a·K(l) + s²·I, or the jitter for s².
bool suits_quadrature(const Surrogate& surrogate, const Shape& shape);

struct QuadratureDraws {
  Matrix draws;              // unknowns × S, equally weighted, ascending in log l
  Vector log_density;        // at the draws, interpolated between the nodes of the grid
  double log_evidence;       // log ∫ of the density: log p(y)
  long density_evaluations;  // lengthscales at which the covariance was decomposed, all that takes O(N³)
};

/// S points that represent the posterior: log l at the quantiles (i + ½)/S of its marginal, the others at
/// conditional quantiles that run through a low-discrepancy sequence. The same bits for any number of
/// threads. Nothing if the density is nowhere finite. The surrogate has to suit.
///
/// A draw lies between nodes where the covariance could be factorised. Only with a jitter at the edge of
/// rounding may it fail at the draw itself.
std::optional<QuadratureDraws> quadrature_draws(const FitProblem& problem, Index num_draws,
                                                ThreadPool* pool = nullptr);

}  // namespace craggy
