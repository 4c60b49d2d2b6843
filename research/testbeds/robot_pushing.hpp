// Robot pushing: a hand pushes a disc on a table, simulated with Box2D; how far from the goal does the disc
// end?
#pragma once

#include <span>

#include "problems/problem.hpp"

namespace craggy::testbeds {

/// The distance of the disc from the goal (3, 2) after the hand, starting at (x1, x2) with orientation x3,
/// has been driven towards the origin for trunc(x4) steps [Bodin2020, table of robot pushing]. Any number of
/// threads may call it.
double robot_pushing(std::span<const double> x);

/// That, with its domain and what is known about it.
problems::Problem robot_pushing_problem();

}  // namespace craggy::testbeds
