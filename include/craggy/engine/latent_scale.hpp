// How σ_h, the scale of detail to be ignored, is chosen for a suggestion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace craggy {

enum class LatentScaleRule {
  drawn,     // uniformly from the levels, anew for each suggestion: the paper's hierarchical prior
  rotated,   // the levels in turn
  averaged,  // the acquisition averaged over all levels
  inferred,  // the level is one more unknown with a uniform prior, visited by the sampler
};

struct LatentScale {
  LatentScaleRule rule = LatentScaleRule::drawn;
  std::vector<double> levels = {0.1, 0.01, 0.0};  // in units of d = √Q, Q the number of parameters
  bool absolute = false;                          // the levels are distances in the unit cube instead
};

/// "hierarchical" (the paper's), "rotated", "averaged", "inferred", one number such as "0.1d" or "0.14", a
/// set such as "0.1d,0.02d,0", or a rule with a set, "rotated:0.1d,0". A number with d is in units of √Q.
LatentScale parse_latent_scale(std::string_view text);

/// The levels as distances in the unit cube of Q parameters. Throws InvalidArgument for an empty set or a bad
/// level.
std::vector<double> absolute_levels(const LatentScale& scale, std::size_t num_parameters);

/// Which of the levels a suggestion uses: one for drawn and rotated, all for averaged and inferred.
std::vector<double> levels_for_trial(const LatentScale& scale, std::size_t num_parameters, std::uint64_t seed,
                                     std::uint32_t trial);

}  // namespace craggy
