// Which samples are worth climbing from.
#pragma once

#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Columns of X (Q × M), those with the largest values first, leaving out what is too near to a better one.
/// At most `num_starts`, none with the value −∞.
std::vector<Index> choose_starts(const Matrix& X, const Vector& values, Index num_starts);

}  // namespace craggy
