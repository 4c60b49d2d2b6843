// From draws of a sampler to conditioned GPs, in the groups in which they predict fastest.
#pragma once

#include <span>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/linalg/simd_level.hpp>
#include <craggy/surrogates/dataset.hpp>

#include "posterior/draw_group.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

/// In the order of the draws: one group per SIMD vector where the surrogate allows it, else one per draw. A
/// draw whose covariance does not factorise, whatever is added for rounding, is left out; throws Error if
/// that leaves none of them. The same bits for any number of threads.
std::vector<DrawGroupPtr> condition_draws(const std::shared_ptr<const Surrogate>& surrogate,
                                          const std::shared_ptr<const Dataset>& data, double jitter,
                                          std::span<const Vector> draws, SimdLevel level,
                                          ThreadPool* pool = nullptr);

struct ConditionedDraws {
  std::vector<DrawGroupPtr> groups;
  std::vector<std::size_t> positions;  // of the draws that were not left out, in the order of the groups
};

/// The same, and which of the draws they are.
ConditionedDraws condition_draws_that_can_be(const std::shared_ptr<const Surrogate>& surrogate,
                                             const std::shared_ptr<const Dataset>& data, double jitter,
                                             std::span<const Vector> draws, SimdLevel level,
                                             ThreadPool* pool = nullptr);

}  // namespace craggy
