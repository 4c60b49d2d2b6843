// Maximisers of an acquisition over the unit cube.
#pragma once

#include <stop_token>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/random.hpp>

namespace craggy {

struct Maximum {
  Vector x;
  double value;
};

/// δ-cover sampling [Bodin2020, appendix]: rounds of uniform samples on a hypercube around the best point so far, each
/// side shrinking by 2^(−1/Q) per round, cut to the unit cube; the first round is the whole cube.
struct DeltaCoverOptions {
  Index num_rounds = 30;
  Index samples_per_round = 0;  // 0: 100·Q
};
Maximum maximise_by_delta_cover(const Acquisition& acquisition, const DeltaCoverOptions& options, RandomStream& stream,
                                ThreadPool* pool = nullptr, const std::stop_token& stop = {});

/// Random and local samples, the best of them polished by a bound-constrained quasi-Newton ascent.
struct MultistartOptions {
  Index num_samples = 0;  // 0: chosen by the number of inputs
  Index num_starts = 4;
  Index max_iterations = 50;
};
/// `anchors` (Q × A, may have no columns): points such as the best observations, around which local samples are drawn.
Maximum maximise_by_multistart(const Acquisition& acquisition, const ConstMatrixRef& anchors,
                               const MultistartOptions& options, RandomStream& stream, ThreadPool* pool = nullptr,
                               const std::stop_token& stop = {});

}  // namespace craggy
