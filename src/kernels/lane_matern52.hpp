// Matérn 5/2 (matern52.hpp) on lane arrays: the covariance of N points in one call for several chains, with
// the pull-back of a gradient. The squared distance of a pair is a part that all lanes share (the inputs)
// plus a part of each lane's own coordinates (the latents, or warped and scaled inputs):
//   r²_ij = scale·(shared_ij + Σ_d (u_id − u_jd)²),   scale = 1/l².
#pragma once

namespace craggy {

enum class SimdLevel;

/// What the kernels need to know of N points. `shared` is packed like a lower triangle with a diagonal that
/// is not read; null means 0. `own` is a lane array with D entries per point; scale and amplitude are one
/// lane vector each.
struct LanePoints {
  long num_points;
  long dimension;  // D
  const double* shared;
  const double* own;
  const double* scale;
  const double* amplitude;
};

struct LaneMatern52 {
  /// K = amplitude·k + diag(variances), packed. With `slopes` also amplitude·dk/d(5·r²) of each pair, packed.
  void (*matrix)(const LanePoints& points, const double* variances, double* K, double* slopes);

  /// Pulls G = ½·(α·αᵀ − P), the gradient of a log likelihood in K, back through the pairs: writes the
  /// gradient in the own coordinates and in log l. P and slopes are packed; α is a lane array.
  void (*contract)(const LanePoints& points, const double* P, const double* alpha, const double* slopes,
                   double* d_own, double* d_log_lengthscale);

  /// k (N × m, rows together) between the points and m others. Their own coordinates are a lane array with D
  /// entries each, or null for 0; `shared` holds the N × m shared squared distances.
  void (*cross)(const LanePoints& points, long m, const double* shared, const double* others, double* k);

  /// As cross, for m other positions of point `site` itself: its own row is set to 0.
  void (*cross_site)(const LanePoints& points, long site, long m, const double* others, double* k);

  /// As cross, also with slopes = amplitude·∂k/∂(shared squared distance), laid out like k.
  void (*cross_and_slopes)(const LanePoints& points, long m, const double* shared, const double* others,
                           double* k, double* slopes);

  /// Pulls derivatives of predictions back to squared distances, summed over the lanes: with mean_c =
  /// Σ_n α_n·k_nc and variance_c = a − k_cᵀ·solution_c,
  ///   out_nc = Σ_lanes slopes_nc·(α_n·d_mean_c − 2·solution_nc·d_variance_c)   (plain numbers).
  void (*contract_cross)(long n, long m, const double* slopes, const double* alpha, const double* solution,
                         const double* d_mean, const double* d_variance, double* out);
};

/// The level has to be available on this machine.
const LaneMatern52& lane_matern52(SimdLevel level);

}  // namespace craggy
