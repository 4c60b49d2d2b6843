// How much of a function's variance its inputs account for: Sobol indices.
#pragma once

#include <functional>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Inputs × functions. `first`: by the input alone; `total`: together with all others. Of a function that is
/// constant they are 0.
struct VarianceShares {
  Matrix first;
  Matrix total;
};

/// Values of several functions (rows) at the columns, points of the unit cube.
using Functions = std::function<Matrix(const ConstMatrixRef& points)>;

/// Over uniform inputs, from num_points·(num_inputs + 2) evaluations at points of a Sobol sequence: `first`
/// by [Saltelli2010], `total` by [Jansen1999]. Estimates: a small index may come out a little below 0.
VarianceShares variance_shares(Index num_inputs, Index num_points, const Functions& evaluate);

}  // namespace craggy
