// Keeps evaluations away from points where another one would teach nothing.
#pragma once

#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

/// Σ_n log(1 − exp(−r_n²/2ρ²)), r_n the distance from column n of `points` (Q × N) and ρ the radius: −∞ at a
/// point, 0 a few radii away from all.
std::unique_ptr<Acquisition> log_keep_away(Matrix points, double radius);

}  // namespace craggy
