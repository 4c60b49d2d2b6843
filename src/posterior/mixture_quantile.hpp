// Quantiles of a mixture of Gaussians, which have no closed form.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// The x at which Σ_c w_c·Φ((x − mean_c)/sd_c) = probability, 0 < probability < 1. NaN if a moment is not
/// finite.
double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& variances,
                        const ConstVectorRef& weights, double probability);

}  // namespace craggy
