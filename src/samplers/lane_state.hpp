// Where the chains of one batch are, and their random streams.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "samplers/lane_concepts.hpp"

namespace craggy {

struct LaneState {
  LaneArray q;
  std::vector<double> log_density;  // per lane

  LaneState(Index size, int width)
      : q(size, width),
        log_density(static_cast<std::size_t>(width), -std::numeric_limits<double>::infinity()) {}
};

/// How far apart the log densities of two draws from one posterior may be: more than ever comes about by
/// chance. Of a normal posterior with k unknowns they differ by a few times √(k/2); latents with many modes
/// were seen to spread over 1.6·k.
inline double plausible_spread(Index num_unknowns) { return 20.0 + 2.0 * static_cast<double>(num_unknowns); }

/// One stream per chain, and one for choices that all chains of a batch share. None of those depends on a
/// state, so each chain remains a Markov chain of its own.
class LaneStreams {
 public:
  /// The chains are `first_chain`, first_chain + 1, …
  LaneStreams(std::uint64_t seed, std::uint32_t trial, Index first_chain, int width)
      : common_(seed, {trial, static_cast<std::uint16_t>(first_chain), Purpose::batch}) {
    for (int w = 0; w < width; ++w)
      lanes_.emplace_back(seed, StreamId{trial, static_cast<std::uint16_t>(first_chain + w), Purpose::chain});
  }

  RandomStream& common() { return common_; }
  RandomStream& lane(int w) { return lanes_[static_cast<std::size_t>(w)]; }

 private:
  RandomStream common_;
  std::vector<RandomStream> lanes_;
};

/// Accepts or rejects, per lane, a move from state.q to `proposal` by Metropolis and Hastings, where
/// log_correction is the log of the ratio of proposal densities and the Jacobian. Returns the mean acceptance
/// probability.
template <LaneLogDensity D>
double accept_or_reject(D& density, LaneState& state, const LaneArray& proposal, const double* log_correction,
                        LaneStreams& streams, std::vector<double>& values) {
  const int W = density.width();
  values.resize(static_cast<std::size_t>(W));
  density.value(proposal, values.data());
  double total = 0.0;
  for (int w = 0; w < W; ++w) {
    double& current = state.log_density[static_cast<std::size_t>(w)];
    const double proposed = values[static_cast<std::size_t>(w)];
    const double log_ratio = proposed - current + log_correction[w];
    // Drawn in any case, so that what a chain does next does not depend on how this came out.
    const double uniform = streams.lane(w).uniform();
    if (!(proposed > -std::numeric_limits<double>::infinity()) || std::isnan(log_ratio)) continue;
    const double probability = log_ratio >= 0.0 ? 1.0 : std::exp(log_ratio);
    total += probability;
    if (uniform >= probability) continue;
    state.q.copy_lane_from(proposal, w);
    current = proposed;
  }
  return total / W;
}

}  // namespace craggy
