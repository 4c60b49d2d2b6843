// What is believed about one constraint, from the values that evaluations have reported for it.
#pragma once

#include <craggy/inference/fit.hpp>

namespace craggy {

/// The values on a scale that suits a GP of mean 0: bounded, with the sign and the order of the values, so
/// that huge violations do not drown the rest. Where no value is negative, a 0 stands for "no violation" and
/// is as far below the threshold as the typical violation is above it.
Vector scaled_constraint(const ConstVectorRef& values);

/// The posterior of the scaled constraint, which is met where it is at most 0: a GP with sampled lengthscale
/// and amplitude, and with one noise variance if values are noisy. One draw in nine keeps to a short
/// lengthscale whatever the values say: a constraint that was the same at every point so far may be another
/// where nobody has looked. `diagonal` is the unit of lengths, √Q for Q parameters.
Posterior fit_constraint(const Matrix& X, const ConstVectorRef& values, bool noisy, double diagonal,
                         SimdLevel level, const FitSeed& seed, ThreadPool* pool = nullptr);

}  // namespace craggy
