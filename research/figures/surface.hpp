// The surface of a function of two inputs.
#pragma once

#include "charts/plot.hpp"
#include "problems/problem.hpp"

namespace craggy::figures {

/// The objective on a grid over the domain (of an even number of points: symmetric functions have their most
/// peculiar values, such as the walls of Cross In Tray, in the middle) of the first two inputs. A formula for
/// any number of inputs is taken with two.
charts::Relief surface_of(const problems::Problem& problem, Index num_points = 120, Index num_rows = 90);

}  // namespace craggy::figures
