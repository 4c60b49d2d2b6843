// The lowest point that a thorough search of the unit cube finds: for functions that cost nothing and whose
// minimum no formula gives.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace craggy::problems {

using CubeFunction = std::function<double(std::span<const double>)>;

struct LowestPoint {
  std::vector<double> at;
  double value = 0.0;
};

struct SearchEffort {
  std::size_t draws = 2048;  // uniform points, the best of which are descended from
  std::size_t starts = 12;
  double first_step = 0.05;
  double last_step = 1e-6;
};

/// Hooke and Jeeves' pattern search from the best of many uniform points and from `hints`. Values that are
/// equal are settled by order, so the same stream gives the same point.
LowestPoint lowest_point(const CubeFunction& function, std::size_t dim, RandomStream& stream,
                         std::span<const std::vector<double>> hints = {}, const SearchEffort& effort = {});

/// One descent. Looks along the axes, and further where two looks in a row gained; halves its step where
/// nothing did.
LowestPoint descend(const CubeFunction& function, std::vector<double> start, double first_step,
                    double last_step);

}  // namespace craggy::problems
