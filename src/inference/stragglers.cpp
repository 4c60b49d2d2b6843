#include "inference/stragglers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace craggy {

std::optional<std::vector<TakeOver>> gather_stragglers(std::span<const double> log_densities,
                                                       Index num_chains, double spread) {
  const std::span<const double> chains = log_densities.first(static_cast<std::size_t>(num_chains));
  double best = -std::numeric_limits<double>::infinity();
  for (const double value : chains) best = std::max(best, value);
  if (!std::isfinite(best)) return std::nullopt;
  const auto keeps_up = [lowest = best - spread](double value) { return value >= lowest; };  // not if NaN
  std::vector<Index> leaders;
  for (std::size_t c = 0; c < chains.size(); ++c)
    if (keeps_up(chains[c])) leaders.push_back(static_cast<Index>(c));
  std::vector<TakeOver> take_overs;
  for (std::size_t lane = 0; lane < log_densities.size(); ++lane)
    if (!keeps_up(log_densities[lane]))
      take_overs.push_back({static_cast<Index>(lane), leaders[take_overs.size() % leaders.size()]});
  return take_overs;
}

}  // namespace craggy
