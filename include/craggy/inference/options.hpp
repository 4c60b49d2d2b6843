// How a posterior is sampled, and for how long.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <craggy/linalg/simd_level.hpp>
#include <craggy/linalg/types.hpp>
#include <craggy/posterior/posterior.hpp>

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
  // for labels and sums of kernels, a target only asks for the length of a report. With a target it continues
  // after warm-up until the R-hat of the covariance's unknowns and of the log density is at most that, or
  // until the iterations are spent. A time budget, in seconds, ends it earlier, and gives up that the same
  // seed gives the same bits.
  std::optional<double> target_rhat{};
  std::optional<Index> max_iterations{};  // after warm-up, per chain
  std::optional<double> time_budget{};
  // The level of everything that is computed, also of what follows the fit: "baseline", "v3", "v4"; left
  // open: default_simd_level().
  std::optional<std::string> simd{};
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

/// The SIMD level of all that comes of these options, of the fit as of what is computed from it.
SimdLevel simd_level_of(const InferenceOptions& options);

/// Throws InvalidArgument for an unknown method or numbers that are out of range or not the method's.
void check_inference_options(const InferenceOptions& options);

}  // namespace craggy
