#include "posterior/condition_draws.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <craggy/base/error.hpp>

#include "posterior/conditioned_gp.hpp"
#include "posterior/conditioned_lanes.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy {
namespace {

// Where amplitudes are huge, the jitter, or the noise that stands in its place, may drown in the rounding of
// the covariance. It is then raised until it does not, which changes the covariance by no more than rounding
// has.
std::optional<ConditionedGp> condition_one(const std::shared_ptr<const Surrogate>& surrogate,
                                           const std::shared_ptr<const Dataset>& data, double jitter,
                                           const Vector& u) {
  constexpr int most_raises = 30;
  double noise_factor = 1.0;
  double& raised = surrogate->noise->needs_jitter() ? jitter : noise_factor;
  for (int raises = 0; raises <= most_raises; ++raises, raised *= 10.0)
    if (std::optional<ConditionedGp> gp = ConditionedGp::make(surrogate, data, jitter, u, noise_factor))
      return gp;
  return std::nullopt;
}

}  // namespace

ConditionedDraws condition_draws_that_can_be(const std::shared_ptr<const Surrogate>& surrogate,
                                             const std::shared_ptr<const Dataset>& data, double jitter,
                                             std::span<const Vector> draws, SimdLevel level,
                                             ThreadPool* pool) {
  const bool in_lanes = LaneDensity::supports(*surrogate, {data->num_inputs(), data->size()});
  const std::size_t group_size = in_lanes ? static_cast<std::size_t>(lane_kernels(level).width) : 1;
  const std::size_t num_groups = (draws.size() + group_size - 1) / group_size;
  std::vector<ConditionedDraws> conditioned(num_groups);
  parallel_for(pool, num_groups, [&](std::size_t g) {
    const std::size_t first = g * group_size;
    const auto members = draws.subspan(first, std::min(group_size, draws.size() - first));
    auto& [some, positions] = conditioned[g];
    if (in_lanes) {
      if (DrawGroupPtr lanes = ConditionedLanes::make(surrogate, data, jitter, members, level)) {
        some.push_back(std::move(lanes));
        for (std::size_t i = 0; i < members.size(); ++i) positions.push_back(first + i);
        return;
      }
      // Next to singular, rounding decides: what one Cholesky factorises another may not.
    }
    // A chain that was carried far away by a state of no likelihood at all leaves draws without a finite
    // covariance. They are not of the posterior, and the others do without them.
    for (std::size_t i = 0; i < members.size(); ++i)
      if (std::optional<ConditionedGp> gp = condition_one(surrogate, data, jitter, members[i])) {
        some.push_back(std::make_shared<const ConditionedGp>(*std::move(gp)));
        positions.push_back(first + i);
      }
  });
  ConditionedDraws all;
  for (ConditionedDraws& part : conditioned) {
    std::move(part.groups.begin(), part.groups.end(), std::back_inserter(all.groups));
    all.positions.insert(all.positions.end(), part.positions.begin(), part.positions.end());
  }
  if (all.groups.empty() && !draws.empty())
    throw Error("the covariance of no posterior draw can be factorised");
  return all;
}

std::vector<DrawGroupPtr> condition_draws(const std::shared_ptr<const Surrogate>& surrogate,
                                          const std::shared_ptr<const Dataset>& data, double jitter,
                                          std::span<const Vector> draws, SimdLevel level, ThreadPool* pool) {
  return condition_draws_that_can_be(surrogate, data, jitter, draws, level, pool).groups;
}

}  // namespace craggy
