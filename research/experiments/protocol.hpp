// What all methods of an experiment share: how a repetition begins, and the seed that belongs to it
// [Bodin2020, experiments].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "problems/space.hpp"

namespace craggy::experiments {

/// Uniformly drawn points at the beginning, counted among the evaluations.
inline constexpr std::size_t num_initial_points = 2;

/// The seed of a repetition: the first number of RandomStream(base_seed + FNV-1a(problem), trial =
/// repetition), its upper 53 bits, so that every reader of JSON gets it whole. The method is no argument:
/// what it is compared with begins at the same points.
std::uint64_t repetition_seed(std::uint64_t base_seed, std::string_view problem, std::uint32_t repetition);

/// The initial points of a repetition in the problem's own units: those of `craggy minimize` with that seed.
std::vector<std::vector<double>> initial_points(const problems::Problem& problem, std::uint64_t seed);

/// The smallest value after each evaluation.
std::vector<double> best_so_far(const std::vector<double>& values);

}  // namespace craggy::experiments
