#include <chrono>

#include <craggy/base/check.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/inference/fit_diagnostics.hpp>
#include <craggy/inference/run_sampler.hpp>

namespace craggy {
namespace {

constexpr double jitter_raise = 10.0;
constexpr double largest_jitter = 1.0;  // as large as the signal: no covariance of ours fails there

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

std::vector<ConditionedGp> condition(const FitProblem& problem, const std::vector<Chain>& chains,
                                     ThreadPool& pool) {
  std::vector<Vector> draws;
  for (const Chain& chain : chains)
    for (Index s = 0; s < chain.draws.cols(); ++s) draws.emplace_back(chain.draws.col(s));
  std::vector<std::optional<ConditionedGp>> conditioned(draws.size());
  pool.parallel_for(draws.size(), [&](std::size_t i) {
    conditioned[i] = ConditionedGp::make(problem.surrogate, problem.data, problem.jitter, draws[i]);
  });
  std::vector<ConditionedGp> result;
  result.reserve(draws.size());
  // A draw is a state that the sampler evaluated, so its covariance is known to factorise.
  for (std::optional<ConditionedGp>& gp : conditioned) result.push_back(std::move(gp.value()));
  return result;
}

}  // namespace

Fit fit(const std::shared_ptr<const Surrogate>& surrogate, const std::shared_ptr<const Dataset>& data,
        const InferenceOptions& options, const FitSeed& seed, ThreadPool* pool, const std::stop_token& stop) {
  check_inference_options(options);
  const auto begin = std::chrono::steady_clock::now();
  ThreadPool inline_pool(1);
  ThreadPool& workers = pool != nullptr ? *pool : inline_pool;

  FitProblem problem{surrogate, data, options.jitter};
  int jitter_raises = 0;
  std::optional<Matrix> starts = initial_states(problem, seed, chains_of(options));
  for (; !starts && problem.jitter < largest_jitter; ++jitter_raises) {
    problem.jitter *= jitter_raise;
    starts = initial_states(problem, seed, chains_of(options));
  }
  if (!starts) throw Error("no start of the sampler has a finite log density, even with the largest jitter");

  const auto run = options.method == "paper" ? run_paper : run_nuts;
  const std::vector<Chain> chains = run(problem, options, *starts, seed, workers, stop);

  FitDiagnostics diagnostics =
      summarise_chains(chains, surrogate->layout({data->num_inputs(), data->size()}));
  diagnostics.jitter_raises = jitter_raises;
  diagnostics.jitter = problem.jitter;
  Posterior posterior(condition(problem, chains, workers), data->standardisation, options.new_latent);
  diagnostics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {std::move(posterior), diagnostics};
}

}  // namespace craggy
