#include <algorithm>

#include <craggy/posterior/condition_draws.hpp>
#include <craggy/posterior/conditioned_gp.hpp>
#include <craggy/posterior/conditioned_lanes.hpp>
#include <craggy/surrogates/lane_density.hpp>

namespace craggy {

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
    for (const Vector& u : members)
      conditioned[g].push_back(
          std::make_shared<ConditionedGp>(ConditionedGp::make(surrogate, data, jitter, u).value()));
  });
  std::vector<DrawGroupPtr> groups;
  for (std::vector<DrawGroupPtr>& some : conditioned)
    std::move(some.begin(), some.end(), std::back_inserter(groups));
  return groups;
}

}  // namespace craggy
