#include "problems/lowest_point.hpp"

#include <algorithm>
#include <utility>

namespace craggy::problems {
namespace {

// Moves each coordinate in turn by a step where that gains.
LowestPoint looked_around(const CubeFunction& function, LowestPoint from, double step) {
  for (double& coordinate : from.at) {
    const double here = coordinate;
    for (const double move : {step, -step}) {
      coordinate = std::clamp(here + move, 0.0, 1.0);
      const double value = function(from.at);
      if (value < from.value) {
        from.value = value;
        break;
      }
      coordinate = here;
    }
  }
  return from;
}

}  // namespace

LowestPoint descend(const CubeFunction& function, std::vector<double> start, double first_step,
                    double last_step) {
  constexpr int most_looks = 4000;
  LowestPoint best{std::move(start), 0.0};
  best.value = function(best.at);
  int looks = 0;
  for (double step = first_step; step > last_step && looks < most_looks; ++looks) {
    const LowestPoint next = looked_around(function, best, step);
    if (!(next.value < best.value)) {
      step /= 2.0;
      continue;
    }
    std::vector<double> beyond(best.at.size());
    for (std::size_t j = 0; j < beyond.size(); ++j)
      beyond[j] = std::clamp(2.0 * next.at[j] - best.at[j], 0.0, 1.0);
    const double value_beyond = function(beyond);
    best = next;
    const LowestPoint further = looked_around(function, {std::move(beyond), value_beyond}, step);
    if (further.value < best.value) best = further;
  }
  return best;
}

LowestPoint lowest_point(const CubeFunction& function, std::size_t dim, RandomStream& stream,
                         std::span<const std::vector<double>> hints, const SearchEffort& effort) {
  std::vector<LowestPoint> starts;
  for (std::size_t n = 0; n < effort.draws; ++n) {
    std::vector<double> u(dim);
    for (double& coordinate : u) coordinate = stream.uniform();
    const double value = function(u);
    starts.push_back({std::move(u), value});
  }
  std::ranges::stable_sort(starts, {}, &LowestPoint::value);
  starts.resize(std::min(starts.size(), effort.starts));
  for (const std::vector<double>& hint : hints) starts.push_back({hint, function(hint)});

  LowestPoint best = starts.front();
  for (const LowestPoint& start : starts) {
    LowestPoint found = descend(function, start.at, effort.first_step, effort.last_step);
    if (found.value < best.value) best = std::move(found);
  }
  return best;
}

}  // namespace craggy::problems
