#include "inference/fit_diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "posterior/condition_draws.hpp"
#include "samplers/diagnostics.hpp"

namespace craggy {

ConditionedChains condition_chains(const FitProblem& problem, std::span<const Chain> chains, SimdLevel level,
                                   ThreadPool* pool) {
  std::vector<Vector> draws;
  std::vector<Index> chain_of_draw;
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (Index s = 0; s < chains[c].draws.cols(); ++s) {
      draws.emplace_back(chains[c].draws.col(s));
      chain_of_draw.push_back(static_cast<Index>(c));
    }
  ConditionedDraws conditioned =
      condition_draws_that_can_be(problem.surrogate, problem.data, problem.jitter, draws, level, pool);
  ConditionedChains result{.groups = std::move(conditioned.groups), .chain_of_draw = {}};
  for (const std::size_t position : conditioned.positions)
    result.chain_of_draw.push_back(chain_of_draw[position]);
  return result;
}

FitDiagnostics summarise_chains(std::span<const Chain> chains, const Layout& layout) {
  FitDiagnostics result;
  result.chains = static_cast<Index>(chains.size());
  for (const Chain& chain : chains) {
    result.draws += chain.draws.cols();
    result.divergences += chain.num_divergences;
    result.failed_factorisations += chain.num_failed_evaluations;
    result.density_evaluations += chain.num_evaluations;
    result.acceptance += chain.mean_acceptance / static_cast<double>(chains.size());
  }

  const Matrix log_density = log_density_draws(chains);
  result.rhat_max = rhat(log_density);
  result.ess_min = ess_bulk(log_density);
  result.ess_tail_min = ess_tail(log_density);
  for (Index i = layout.covariance.begin; i < layout.covariance.begin + layout.covariance.size; ++i) {
    throw_if_stopped();
    const Matrix draws = coordinate_draws(chains, i);
    result.rhat_max = worse_rhat(result.rhat_max, rhat(draws));
    result.ess_min = worse_ess(result.ess_min, ess_bulk(draws));
    result.ess_tail_min = worse_ess(result.ess_tail_min, ess_tail(draws));
  }
  // h → −h leaves the posterior unchanged, so only |h_n| can converge.
  for (Index i = layout.latent.begin; i < layout.latent.begin + layout.latent.size; ++i) {
    throw_if_stopped();
    const Matrix draws = coordinate_draws(chains, i).cwiseAbs();
    const bool first = i == layout.latent.begin;
    result.rhat_max_latent = first ? rhat(draws) : worse_rhat(result.rhat_max_latent, rhat(draws));
    result.ess_min_latent = first ? ess_bulk(draws) : worse_ess(result.ess_min_latent, ess_bulk(draws));
  }
  result.ebfmi_min = INFINITY;
  for (const Chain& chain : chains) result.ebfmi_min = worse_ess(result.ebfmi_min, e_bfmi(chain.energy));
  return result;
}

FitDiagnostics summarise_quadrature(const Chain& points) {
  FitDiagnostics result;
  result.draws = points.draws.cols();
  result.density_evaluations = points.num_evaluations;
  result.ess_min = result.ess_tail_min = static_cast<double>(result.draws);
  result.acceptance = 1.0;
  result.ebfmi_min = std::numeric_limits<double>::quiet_NaN();
  return result;
}

FitDiagnostics combined(const FitDiagnostics& a, const FitDiagnostics& b) {
  FitDiagnostics both = a;
  both.rhat_max = worse_rhat(a.rhat_max, b.rhat_max);
  both.ess_min = worse_ess(a.ess_min, b.ess_min);
  both.ess_tail_min = worse_ess(a.ess_tail_min, b.ess_tail_min);
  both.rhat_max_latent = worse_rhat(a.rhat_max_latent, b.rhat_max_latent);
  both.ess_min_latent = worse_ess(a.ess_min_latent, b.ess_min_latent);
  both.acceptance = std::min(a.acceptance, b.acceptance);
  both.ebfmi_min = worse_ess(a.ebfmi_min, b.ebfmi_min);
  both.jitter = std::max(a.jitter, b.jitter);
  both.jitter_raises += b.jitter_raises;
  both.divergences += b.divergences;
  both.failed_factorisations += b.failed_factorisations;
  both.density_evaluations += b.density_evaluations;
  both.draws += b.draws;
  both.dropped_draws += b.dropped_draws;
  both.chains += b.chains;
  both.seconds += b.seconds;
  return both;
}

PredictiveDiagnostics predictive_diagnostics(const Fit& fit, const ConstMatrixRef& X, ThreadPool* pool) {
  // One row per component; with p(h*) marginalised a draw has several, and the first of them stands for it.
  const Matrix means = fit.posterior.components(X, pool).mean;
  const Index chains = fit.diagnostics.chains;
  if (chains == 0) return {1.0, static_cast<double>(fit.posterior.num_draws())};
  check_size("the chains of the draws", fit.chain_of_draw.size(),
             static_cast<std::size_t>(fit.posterior.num_draws()));
  const Index nodes = fit.posterior.num_components() / fit.posterior.num_draws();
  std::vector<std::vector<Index>> draws_of_chain(static_cast<std::size_t>(chains));
  for (std::size_t draw = 0; draw < fit.chain_of_draw.size(); ++draw)
    draws_of_chain[static_cast<std::size_t>(fit.chain_of_draw[draw])].push_back(static_cast<Index>(draw));
  std::size_t shortest = fit.chain_of_draw.size();
  for (const std::vector<Index>& own : draws_of_chain) shortest = std::min(shortest, own.size());
  if (shortest == 0) return {std::numeric_limits<double>::infinity(), 0.0};
  std::vector<PredictiveDiagnostics> at_points(static_cast<std::size_t>(X.cols()), {1.0, INFINITY});
  parallel_for(pool, at_points.size(), [&](std::size_t point) {
    const auto m = static_cast<Index>(point);
    Matrix by_chain(static_cast<Index>(shortest), chains);
    for (Index c = 0; c < chains; ++c) {
      const std::vector<Index>& own = draws_of_chain[static_cast<std::size_t>(c)];
      const auto last = own.end() - static_cast<std::ptrdiff_t>(shortest);
      for (Index s = 0; s < by_chain.rows(); ++s) by_chain(s, c) = means(last[s] * nodes, m);
    }
    // All draws agree to the last bit, as they do on a constant history: nothing there to converge.
    if (by_chain.minCoeff() == by_chain.maxCoeff()) return;
    at_points[point] = {rhat(by_chain), ess_bulk(by_chain)};
  });
  PredictiveDiagnostics result{1.0, INFINITY};
  for (const PredictiveDiagnostics& at_point : at_points) {
    result.rhat_max = worse_rhat(result.rhat_max, at_point.rhat_max);
    result.ess_min = worse_ess(result.ess_min, at_point.ess_min);
  }
  return result;
}

}  // namespace craggy
