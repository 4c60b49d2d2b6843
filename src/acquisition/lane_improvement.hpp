// The log expected improvement of a mixture of Gaussians, on SIMD vectors of components.
#pragma once

namespace craggy {

enum class SimdLevel;

struct LaneImprovement {
  /// log Σ_c w_c·EI_c with EI_c = sd_c·h(z_c), z_c = (incumbent − mean_c)/sd_c (log_improvement.hpp), from
  /// plain arrays. With d_mean and d_variance (both or none) also the derivatives. Not finite where a number
  /// that came in is not, or is out of proportion; the derivatives are of no use then.
  double (*log_mean)(long count, const double* means, const double* variances, const double* weights,
                     double incumbent, double* d_mean, double* d_variance);
};

/// The level has to be available on this machine.
const LaneImprovement& lane_improvement(SimdLevel level);

}  // namespace craggy
