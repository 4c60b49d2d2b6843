// Fits a surrogate to a data set: chooses and runs a sampler, and turns its draws into a Posterior.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/inference/options.hpp>
#include <craggy/inference/warm_state.hpp>
#include <craggy/posterior/posterior.hpp>
#include <craggy/surrogates/registry.hpp>

namespace craggy {

/// Why a fit ended.
enum class StopReason {
  completed,   // it had a fixed length
  converged,   // the chains agree as well as was asked for
  work_spent,  // they do not, but all iterations are spent
  time_spent,  // likewise for the time
};
std::string_view name_of(StopReason reason);

struct FitDiagnostics {
  double rhat_max = 1.0;         // over the covariance's unknowns (log l first) and the log density
  double ess_min = 0.0;          // bulk, over the same
  double ess_tail_min = 0.0;     // tail, over the same
  double rhat_max_latent = 1.0;  // over |h_n|; 1 without latents
  double ess_min_latent = 0.0;
  double acceptance = 0.0;
  double ebfmi_min = 0.0;  // energy Bayesian fraction of missing information; NaN for slice sampling
  long divergences = 0;
  long failed_factorisations = 0;
  int jitter_raises = 0;
  double jitter = 0.0;
  Index draws = 0;          // of all chains
  Index dropped_draws = 0;  // of these, because their covariance cannot be factorised
  Index chains = 0;         // 0: the points of a quadrature, of which nothing has to converge
  long density_evaluations = 0;
  StopReason stop_reason = StopReason::completed;
  bool warm = false;  // began where an earlier fit had ended
  double seconds = 0.0;
};

struct Fit {
  Posterior posterior;  // its draws are ordered chain after chain, without those that were dropped
  FitDiagnostics diagnostics;
  std::optional<WarmState> warm;       // for the next fit; only "fast" leaves one
  std::vector<Index> chain_of_draw{};  // of each draw of the posterior
};

/// Keys of the random streams: the same seed and trial give the same bits for any number of threads.
struct FitSeed {
  std::uint64_t seed = 0;
  std::uint32_t trial = 0;
};

/// Begins where `warm` ended, if it is given and fits. Throws InvalidArgument for bad options, Cancelled if
/// stopped.
Fit fit(const std::shared_ptr<const Surrogate>& surrogate, const std::shared_ptr<const Dataset>& data,
        const InferenceOptions& options, const FitSeed& seed, ThreadPool* pool = nullptr,
        const std::stop_token& stop = {}, const WarmState* warm = nullptr);

/// What fits that are used together have to say: of each figure the worse, of each count the sum.
FitDiagnostics combined(const FitDiagnostics& a, const FitDiagnostics& b);

struct PredictiveDiagnostics {
  double rhat_max;
  double ess_min;
};
/// Convergence of the predictive means at the columns of X. Where draws were dropped, of the last so many of
/// each chain as the shortest has left; if one has none, R-hat is infinite and the effective number 0.
PredictiveDiagnostics predictive_diagnostics(const Fit& fit, const ConstMatrixRef& X,
                                             ThreadPool* pool = nullptr);

}  // namespace craggy
