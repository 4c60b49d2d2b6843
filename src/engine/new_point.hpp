// Points that are new: not among those that were evaluated, or far from them.
#pragma once

#include <span>
#include <vector>

#include <craggy/space/space.hpp>

#include "base/random.hpp"
#include "engine/point_set.hpp"

namespace craggy {

/// For spaces of real numbers. The values at `unit`, or, if they are among `occupied`, values at a small
/// random step from there, larger and larger until they are new. A space with too few values to find a new
/// one gives the values at `unit`.
std::vector<double> new_point(const Space& space, const std::vector<double>& unit,
                              std::span<const std::vector<double>> occupied, RandomStream& stream);

/// `shares` (one number per parameter, as Space::pick takes them) or others of a few uniform ones: those
/// whose point is farthest from all of `occupied`.
std::vector<double> away_from(const Space& space, std::vector<double> shares,
                              std::span<const std::vector<double>> occupied, RandomStream& stream);

/// For any other space: `values`, or, if they are among `occupied`, random ones that are not. A space where
/// none can be found gives `values`.
std::vector<double> free_point(const Space& space, const std::vector<double>& values,
                               const PointSet& occupied, RandomStream& stream);

}  // namespace craggy
