// The formulas of the catalogue that the paper calls oscillatory. Stated from [evalset], all to be minimised;
// the argument has to have the right size.
#pragma once

#include <span>

namespace craggy::problems {

double griewank(std::span<const double> x);                     // any dimension
double shubert01(std::span<const double> x);                    // 2-D
double levy13(std::span<const double> x);                       // 2-D
double cosine_mixture(std::span<const double> x);               // any dimension
double drop_wave(std::span<const double> x);                    // any dimension
double deflected_corrugated_spring(std::span<const double> x);  // any dimension

}  // namespace craggy::problems
