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

std::vector<DrawGroupPtr> condition_draws(const std::shared_ptr<const Surrogate>& surrogate,
                                          const std::shared_ptr<const Dataset>& data, double jitter,
                                          std::span<const Vector> draws, SimdLevel level, ThreadPool* pool) {
  const bool in_lanes = LaneDensity::supports(*surrogate, {data->num_inputs(), data->size()});
  const std::size_t group_size = in_lanes ? static_cast<std::size_t>(lane_kernels(level).width) : 1;
  const std::size_t num_groups = (draws.size() + group_size - 1) / group_size;
  std::vector<std::vector<DrawGroupPtr>> conditioned(num_groups);
  parallel_for(pool, num_groups, [&](std::size_t g) {
    const auto members = draws.subspan(g * group_size, std::min(group_size, draws.size() - g * group_size));
    if (in_lanes) {
      if (DrawGroupPtr lanes = ConditionedLanes::make(surrogate, data, jitter, members, level)) {
        conditioned[g].push_back(std::move(lanes));
        return;
      }
      // Next to singular, rounding decides: what one Cholesky factorises another may not.
    }
    // A chain that was carried far away by a state of no likelihood at all leaves draws without a finite
    // covariance. They are not of the posterior, and the others do without them.
    for (const Vector& u : members)
      if (std::optional<ConditionedGp> gp = condition_one(surrogate, data, jitter, u))
        conditioned[g].push_back(std::make_shared<const ConditionedGp>(*std::move(gp)));
  });
  std::vector<DrawGroupPtr> groups;
  for (std::vector<DrawGroupPtr>& some : conditioned)
    std::move(some.begin(), some.end(), std::back_inserter(groups));
  if (groups.empty() && !draws.empty()) throw Error("the covariance of no posterior draw can be factorised");
  return groups;
}

}  // namespace craggy
