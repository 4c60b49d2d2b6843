// The formulas of the catalogue that the paper calls complicated: kinks, or waves on every scale. Stated from
// [evalset], all to be minimised; the argument has to have the right size.
#pragma once

#include <span>

namespace craggy::problems {

double weierstrass(std::span<const double> x);    // any dimension
double cross_in_tray(std::span<const double> x);  // 2-D
double holder_table(std::span<const double> x);   // 2-D
double ackley(std::span<const double> x);         // any dimension

}  // namespace craggy::problems
