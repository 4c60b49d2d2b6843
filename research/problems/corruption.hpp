// The jagged structure that [Bodin2020, appendix, listing of the corruption functions] adds to a smooth
// problem.
#pragma once

#include <array>
#include <vector>

#include "problems/problem.hpp"

namespace craggy::problems {

/// The weights a0, …, a3 of the four sawtooth waves.
using CorruptionWeights = std::array<double, 4>;
inline constexpr CorruptionWeights small_corruption = {-0.03, 0.05, 0.08, 0.03};
inline constexpr CorruptionWeights large_corruption = {-0.03, 0.20, 0.16, 0.06};

/// The corruption of one coordinate, u in [0, 1]: sawtooth waves in every other eighth, 0 between. It jumps
/// at u = k/8, k/10, (2k − 0.3)/30, (2k − 1)/60 and (2k − 0.5)/80; between jumps it rises linearly, and it is
/// continuous from the right, so that its local minima sit just right of the jumps.
double corruption(double u, const CorruptionWeights& weights);

/// x ↦ f(x) + (f_max − f_min)·max_j corruption(u_j), u the point scaled to the unit cube.
Objective corrupted(Objective objective, std::vector<Bounds> domain, double f_min, double f_max,
                    const CorruptionWeights& weights);

}  // namespace craggy::problems
