#include <chrono>

#include <craggy/inference/fit.hpp>

#include "base/cancellation.hpp"
#include "inference/enum_names.hpp"
#include "inference/fit_diagnostics.hpp"
#include "inference/run_sampler.hpp"

namespace craggy {
namespace {

constexpr double jitter_raise = 10.0;
constexpr double largest_jitter = 1.0;  // as large as the signal: no covariance of ours fails there

}  // namespace

std::string_view name_of(StopReason reason) { return text_of(reason); }

Fit fit(const std::shared_ptr<const Surrogate>& surrogate, const std::shared_ptr<const Dataset>& data,
        const InferenceOptions& options, const FitSeed& seed, ThreadPool* pool, const std::stop_token& stop,
        const WarmState* warm) {
  check_inference_options(options);
  const StopScope scope(stop);
  throw_if_stopped();
  const auto begin = std::chrono::steady_clock::now();
  ThreadPool inline_pool(1);
  ThreadPool& workers = pool != nullptr ? *pool : inline_pool;

  // Where the initial state of a fit fails, the jitter is raised and the fit restarted; not within a chain.
  FitProblem problem{surrogate, data, options.jitter};
  int jitter_raises = 0;
  std::optional<SamplerRun> run = run_sampler(problem, options, warm, seed, workers);
  for (; !run && problem.jitter < largest_jitter; ++jitter_raises) {
    problem.jitter *= jitter_raise;
    run = run_sampler(problem, options, warm, seed, workers);
  }
  if (!run) throw Error("no start of the sampler has a finite log density, even with the largest jitter");

  FitDiagnostics diagnostics =
      run->by_quadrature
          ? summarise_quadrature(run->chains.front())
          : summarise_chains(run->chains, surrogate->layout({data->num_inputs(), data->size()}));
  diagnostics.stop_reason = run->stop_reason;
  diagnostics.warm = run->was_warm;
  diagnostics.jitter_raises = jitter_raises;
  diagnostics.jitter = problem.jitter;
  ConditionedChains conditioned = condition_chains(problem, run->chains, simd_level_of(options), &workers);
  Posterior posterior(std::move(conditioned.groups), data->standardisation, options.new_latent);
  diagnostics.dropped_draws = diagnostics.draws - posterior.num_draws();
  diagnostics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {std::move(posterior), diagnostics, std::move(run->warm), std::move(conditioned.chain_of_draw)};
}

}  // namespace craggy
