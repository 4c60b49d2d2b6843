// The domain of a problem as a search space.
#pragma once

#include <craggy/space/space.hpp>

#include "problems/problem.hpp"

namespace craggy::problems {

/// The problem's domain with the parameters x1 … xQ.
Space space_of(const Problem& problem);

}  // namespace craggy::problems
