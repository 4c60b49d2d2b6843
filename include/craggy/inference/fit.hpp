// Fits a surrogate to a data set: chooses and runs a sampler, and turns its draws into a Posterior.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/inference/warm_state.hpp>
#include <craggy/posterior/posterior.hpp>
#include <craggy/surrogates/registry.hpp>

namespace craggy {

/// Left open, a number takes the default of the method.
struct InferenceOptions {
  // "fast": chains on SIMD lanes with moves made for the posterior; "nuts": the textbook; "paper": what
  // [Bodin2020, appendix] did.
  std::string method = "fast";
  std::optional<Index> num_chains{};
  std::optional<Index> num_warmup{};  // per chain
  std::optional<Index> num_draws{};   // kept, all chains together; rounded up to a multiple of the chains
  std::optional<Index> thinning{};
  std::optional<Index> num_leapfrog{};    // of the paper's HMC, which does not state it
  std::optional<Index> max_tree_depth{};  // of NUTS
  // Of "fast" where it runs chains on lanes. Where it hands over, to quadrature for few unknowns or to NUTS
  // for labels and sums of kernels, a target only asks for the length of a report. With a target it goes on
  // after warm-up until the R-hat of the covariance's unknowns and of the log density is at most that, or
  // until the iterations are spent. A time budget, in seconds, ends it earlier, and gives up that the same
  // seed gives the same bits.
  std::optional<double> target_rhat{};
  std::optional<Index> max_iterations{};  // after warm-up, per chain
  std::optional<double> time_budget{};
  std::optional<std::string> simd{};  // "baseline", "v3", "v4"; left open: the best of this machine
  double jitter = 1e-6;
  NewLatent new_latent = NewLatent::collapsed;
};

/// How long NUTS runs where nothing is said: enough for a suggestion, not for a figure in a report.
struct NutsLength {
  Index num_warmup = 150;
  Index num_draws = 100;
};

/// … and for numbers that somebody will read.
inline constexpr NutsLength nuts_report_length{.num_warmup = 500, .num_draws = 2000};

/// Names for InferenceOptions::method.
const std::vector<std::string>& inference_names();

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
  Index draws = 0;
  Index chains = 0;  // 0: the points of a quadrature, of which nothing has to converge
  long density_evaluations = 0;
  StopReason stop_reason = StopReason::completed;
  bool warm = false;  // began where an earlier fit had ended
  double seconds = 0.0;
};

struct Fit {
  Posterior posterior;  // its draws are ordered chain after chain, equally many of each
  FitDiagnostics diagnostics;
  std::optional<WarmState> warm;  // for the next fit; only "fast" leaves one
};

/// Keys of the random streams: the same seed and trial give the same bits for any number of threads.
struct FitSeed {
  std::uint64_t seed = 0;
  std::uint32_t trial = 0;
};

/// Throws InvalidArgument for an unknown method or numbers that are out of range or not the method's.
void check_inference_options(const InferenceOptions& options);

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
/// Convergence of the predictive means at the columns of X.
PredictiveDiagnostics predictive_diagnostics(const Fit& fit, const ConstMatrixRef& X,
                                             ThreadPool* pool = nullptr);

}  // namespace craggy
