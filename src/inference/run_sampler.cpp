#include "inference/run_sampler.hpp"

#include "inference/quadrature.hpp"
#include "inference/run_fast.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {
namespace {

// Points per unknown: a suggestion needs few, a report can have many.
constexpr Index quadrature_draws_per_unknown = 32;
constexpr Index quadrature_draws_of_report = 512;

// One start per chain (a column), or nothing if a chain finds none.
std::optional<Matrix> initial_states(const FitProblem& problem, const FitSeed& seed, Index num_chains) {
  Matrix starts;
  for (Index chain = 0; chain < num_chains; ++chain) {
    const std::optional<Vector> start = initial_state(problem, seed, chain);
    if (!start) return std::nullopt;
    starts.conservativeResize(start->size(), num_chains);
    starts.col(chain) = *start;
  }
  return starts;
}

std::optional<SamplerRun> run_by_chains(decltype(run_nuts)* run, const FitProblem& problem,
                                        const InferenceOptions& options, const FitSeed& seed,
                                        ThreadPool& pool) {
  const std::optional<Matrix> starts = initial_states(problem, seed, chains_of(options));
  if (!starts) return std::nullopt;
  return SamplerRun{.chains = run(problem, options, *starts, seed, pool)};
}

// Points of equal weight in an order that has nothing of a chain's; one chain, all the same, for those who
// average.
std::optional<SamplerRun> run_quadrature(const FitProblem& problem, const InferenceOptions& options,
                                         ThreadPool& pool) {
  const Index num_unknowns =
      problem.surrogate->layout({problem.data->num_inputs(), problem.data->size()}).num_parameters();
  const Index num_draws = options.num_draws.value_or(
      options.target_rhat ? quadrature_draws_of_report : quadrature_draws_per_unknown * num_unknowns);
  const std::optional<QuadratureDraws> points = quadrature_draws(problem, num_draws, &pool);
  if (!points) return std::nullopt;
  Chain chain;
  chain.draws = points->draws;
  chain.log_density = points->log_density;
  chain.num_evaluations = points->density_evaluations;
  return SamplerRun{.chains = {std::move(chain)}, .by_quadrature = true};
}

}  // namespace

std::optional<SamplerRun> run_sampler(const FitProblem& problem, const InferenceOptions& options,
                                      const WarmState* warm, const FitSeed& seed, ThreadPool& pool) {
  if (options.method == "paper") return run_by_chains(run_paper, problem, options, seed, pool);
  if (options.method == "nuts") return run_by_chains(run_nuts, problem, options, seed, pool);
  const Shape shape{problem.data->num_inputs(), problem.data->size()};
  if (suits_quadrature(*problem.surrogate, shape)) return run_quadrature(problem, options, pool);
  if (LaneDensity::supports(*problem.surrogate, shape)) return run_fast(problem, options, warm, seed, pool);
  InferenceOptions nuts = options;
  if (options.target_rhat) {
    nuts.num_warmup = options.num_warmup.value_or(nuts_report_length.num_warmup);
    nuts.num_draws = options.num_draws.value_or(nuts_report_length.num_draws);
  }
  return run_by_chains(run_nuts, problem, nuts, seed, pool);
}

}  // namespace craggy
