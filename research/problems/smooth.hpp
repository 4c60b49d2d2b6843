// The smooth formulas of the catalogue, those that the paper calls boring or gives no property. Stated from
// [evalset], all to be minimised; the argument has to have the right size.
#pragma once

#include <span>

namespace craggy::problems {

double branin01(std::span<const double> x);           // 2-D
double branin02(std::span<const double> x);           // 2-D
double powell_triple_log(std::span<const double> x);  // 12-D
double beale(std::span<const double> x);              // 2-D
double hartmann6(std::span<const double> x);          // 6-D
double exponential(std::span<const double> x);        // any dimension; the base of corrupted_exponential

}  // namespace craggy::problems
