// Which trial to take where values are partly luck, from what a Study or a StudyView has read.
#pragma once

#include <optional>
#include <stop_token>

#include <craggy/base/thread_pool.hpp>
#include <craggy/study/options.hpp>

#include "study/trial_cache.hpp"

namespace craggy {

struct BestMean {
  TrialNumber number = 0;
  double mean = 0.0;  // in the objective's own direction
  double sd = 0.0;    // of the function there
};

/// The finished feasible trial with the best posterior mean; nothing if there is none. Fits a model; throws
/// as `suggest` does.
std::optional<BestMean> find_best_mean(const StudyOptions& options, const SeenHistory& seen, ThreadPool* pool,
                                       const std::stop_token& stop);

}  // namespace craggy
