// The domain of a problem as a search space.
#pragma once

#include <craggy/space/space.hpp>

#include "problems/problem.hpp"

namespace craggy::problems {

/// The problem's own space, or else its domain with the parameters x1 … xQ.
Space space_of(const Problem& problem);

/// Gives the problem a space of its own, and the domain that bounds its codes.
void set_space(Problem& problem, Space space);

}  // namespace craggy::problems
