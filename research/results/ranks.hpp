// Ranks of values, as rank tests use them.
#pragma once

#include <span>
#include <vector>

namespace craggy::results {

/// Ranks from 1 (the smallest value); equal values share the mean of their ranks.
std::vector<double> average_ranks(std::span<const double> values);

}  // namespace craggy::results
