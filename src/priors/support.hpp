// Where a prior lives: checks of its limits and of the values that are handed to `unconstrain`.
#pragma once

namespace craggy {

/// Throws InvalidArgument unless both are finite, low < high, and their distance is finite.
void check_interval(double low, double high);

/// Throws InvalidArgument unless low <= value <= high. The ends are allowed: they map to ±∞.
double check_in_support(double value, double low, double high);

}  // namespace craggy
