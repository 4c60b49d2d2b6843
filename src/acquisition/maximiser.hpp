// Maximisers of an acquisition over the unit cube. Values that are not finite count as −∞. Deterministic
// given the stream, and the same bits for any number of threads.
#pragma once

#include <craggy/acquisition/acquisition.hpp>

#include "base/random.hpp"

namespace craggy {

struct Maximum {
  Vector x;            // inside the unit cube
  double value = 0.0;  // −∞ if no finite value was found; x is then the first sample
};

/// δ-cover sampling [Bodin2020, appendix]: rounds of uniform samples on a hypercube around the best point so
/// far, each side shrinking by 2^(−1/Q) per round, cut to the unit cube; the first round is the whole cube.
struct DeltaCoverOptions {
  Index num_rounds = 30;
  Index samples_per_round = 0;  // 0: 100·Q
};
Maximum maximise_by_delta_cover(const Acquisition& acquisition, const DeltaCoverOptions& options,
                                RandomStream& stream, ThreadPool* pool = nullptr);

/// Random and local samples, the best of them polished by a bound-constrained quasi-Newton ascent. On
/// posteriors of the latent GP, more starts found higher maxima than more samples of the same cost.
struct MultistartOptions {
  Index num_samples = 0;  // 0: 192 + 32·Q, at most 1024
  Index num_starts = 12;
  Index max_iterations = 50;  // per start
};
/// `anchors` (Q × A, may have no columns): points such as the best observations, around which half of the
/// samples are drawn.
Maximum maximise_by_multistart(const Acquisition& acquisition, const ConstMatrixRef& anchors,
                               const MultistartOptions& options, RandomStream& stream,
                               ThreadPool* pool = nullptr);

}  // namespace craggy
