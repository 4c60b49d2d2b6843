#include "engine/grown_warm_state.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "base/random.hpp"

namespace craggy {
namespace {

constexpr Index few_observations = 24;  // to begin with, at most
// Of the first fit, which only has to find where the posterior is.
constexpr Index first_warmup = 90;

std::vector<Index> shuffled(Index count, const FitSeed& seed) {
  RandomStream stream(seed.seed, {.trial = seed.trial, .chain = 0, .purpose = Purpose::general});
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.below(i)]);
  return order;
}

}  // namespace

std::optional<WarmState> grown_warm_state(
    const std::function<std::shared_ptr<const Surrogate>(const std::vector<Index>&)>& surrogate_of,
    const Dataset& data, const InferenceOptions& options, const FitSeed& seed, ThreadPool* pool) {
  std::vector<Index> sizes;
  for (Index size = data.size() / 2; data.size() > few_observations; size /= 2) {
    sizes.push_back(size);
    if (size <= few_observations) break;
  }
  const std::vector<Index> order = shuffled(data.size(), seed);
  std::optional<WarmState> warm;
  for (const Index size : std::views::reverse(sizes)) {
    std::vector<Index> some(order.begin(), order.begin() + size);
    std::sort(some.begin(), some.end());
    const auto part = std::make_shared<const Dataset>(
        Dataset{data.X(Eigen::all, some), data.y(some), data.standardisation});
    InferenceOptions length = options;
    if (!warm && !length.num_warmup) length.num_warmup = first_warmup;
    Fit result = fit(surrogate_of(some), part, length, seed, pool, {}, warm ? &*warm : nullptr);
    if (!result.warm) return std::nullopt;
    warm = std::move(result.warm);
  }
  return warm;
}

}  // namespace craggy
