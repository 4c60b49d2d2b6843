// One Markov chain: warm-up, then draws.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "samplers/evaluate.hpp"
#include "samplers/monitored_density.hpp"

namespace craggy {

struct ChainOptions {
  Index num_warmup = 1000;
  Index num_draws = 1000;
  Index thinning = 1;  // steps per draw
};

enum class ChainStatus {
  completed,
  bad_start,  // the log density (or its gradient) failed at the initial point; there are no draws
};

struct Chain {
  ChainStatus status = ChainStatus::completed;
  Matrix draws;        // coordinates (labels last) × draws
  Vector log_density;  // of each draw
  Vector energy;       // of every step after warm-up, thinned out or not, so that E-BFMI keeps its meaning
  Index num_divergences = 0;                                          // steps after warm-up
  Index num_evaluations = 0;                                          // of the density, warm-up included
  Index num_failed_evaluations = 0;                                   // of these, how many were not finite
  Index max_tree_depth = 0;                                           // after warm-up
  double mean_acceptance = std::numeric_limits<double>::quiet_NaN();  // after warm-up
  HamiltonianTuning
      tuning;  // the final step size and inverse metric; NaN and empty for samplers without them
};

/// The draws of one coordinate (draws × chains), as the diagnostics want them. All chains have to have as
/// many draws.
Matrix coordinate_draws(std::span<const Chain> chains, Index coordinate);
Matrix log_density_draws(std::span<const Chain> chains);

namespace detail {

/// Throw InvalidArgument.
void check_chain_options(const ChainOptions& options);
void check_initial_point(const Vector& q, Index num_coordinates);

template <class D, class S>
Chain record_draws(D& density, S& sampler, ChainPoint& point, const ChainOptions& options,
                   RandomStream& stream) {
  const Index num_steps = options.num_draws * options.thinning;
  Chain chain;
  chain.draws.resize(point.q.size(), options.num_draws);
  chain.log_density.resize(options.num_draws);
  chain.energy.resize(num_steps);
  double acceptance_sum = 0.0;
  for (Index i = 0; i < num_steps; ++i) {
    const StepInfo info = sampler.step(stream, density, point);
    chain.energy[i] = info.energy;
    chain.num_divergences += info.divergent ? 1 : 0;
    chain.max_tree_depth = std::max(chain.max_tree_depth, info.tree_depth);
    acceptance_sum += info.acceptance;
    if ((i + 1) % options.thinning != 0) continue;
    const Index draw = i / options.thinning;
    chain.draws.col(draw) = point.q;
    chain.log_density[draw] = point.log_density;
  }
  chain.mean_acceptance = acceptance_sum / static_cast<double>(num_steps);
  chain.tuning = sampler.hamiltonian_tuning();
  return chain;
}

}  // namespace detail

/// Starts at `initial_q` (continuous coordinates, then labels) and takes all randomness from `stream`. Throws
/// Cancelled if stopped.
template <LogDensity D, class S>
  requires Sampler<S, MonitoredDensity<D>>
Chain run_chain(D& density, S sampler, const Vector& initial_q, const ChainOptions& options,
                RandomStream& stream) {
  detail::check_chain_options(options);
  detail::check_initial_point(initial_q, num_coordinates(density));
  MonitoredDensity<D> monitored(density);

  ChainPoint point{.q = initial_q, .log_density = checked_value(monitored, initial_q), .gradient = {}};
  if (point.log_density != failed_log_density) sampler.begin(stream, monitored, point, options.num_warmup);

  Chain chain;
  if (point.log_density == failed_log_density) {
    chain.status = ChainStatus::bad_start;
  } else {
    for (Index i = 0; i < options.num_warmup; ++i) sampler.step(stream, monitored, point);
    chain = detail::record_draws(monitored, sampler, point, options, stream);
  }
  chain.num_evaluations = monitored.num_evaluations();
  chain.num_failed_evaluations = monitored.num_failed();
  return chain;
}

}  // namespace craggy
