// Local maximisation on the unit cube: a projected quasi-Newton ascent with a backtracking line search.
#pragma once

#include <vector>

#include "acquisition/maximiser.hpp"

namespace craggy {

/// Climbs from `start` (inside the cube), which is returned if nothing better is found. Stops after
/// `max_iterations`, where the gradient shows no way up inside the cube, or where gains have become
/// negligible.
Maximum ascend(const Acquisition& acquisition, const Vector& start, Index max_iterations);

/// The highest of the summits above all columns of `starts` (Q × A, A ≥ 1). All ascents that have not ended
/// yet ask for their next points together; one that ten more gains like its last would leave below the
/// highest so far is given up. The same bits for any number of threads.
Maximum ascend_side_by_side(const Acquisition& acquisition, const ConstMatrixRef& starts,
                            Index max_iterations, ThreadPool* pool = nullptr);

/// The same ascents, and what each of them reached; one that was given up would have got higher.
std::vector<Maximum> ascend_each(const Acquisition& acquisition, const ConstMatrixRef& starts,
                                 Index max_iterations, ThreadPool* pool = nullptr);

}  // namespace craggy
