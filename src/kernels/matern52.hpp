// Matérn 5/2 correlation of points in P dimensions, each with its own lengthscale [Bodin2020, appendix]:
//   k(r) = (1 + √5·r + 5/3·r²)·exp(−√5·r),   r² = Σ_p ((z_p − z'_p) / l_p)².
// Isotropic is the case of equal lengthscales. All derivatives go through r², so none is singular at r = 0.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy::matern52 {

struct ValueAndSlope {
  double value;
  double slope;  // d k / d r²
};
double value(double squared_distance);
ValueAndSlope value_and_slope(double squared_distance);

/// K (N × N, both triangles, ones on the diagonal) over the columns of Z (P × N).
void matrix(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, MatrixRef K);

/// Contracts G = dL/dK (symmetric, N × N, counting K_ij and K_ji as two entries) into
///   d_log_lengthscales_p += dL/d log l_p   and   d_Z += dL/dZ  (P × N).
/// d_Z may have fewer rows than Z: R rows take the gradient of the last R coordinates (the latent inputs come
/// last), and an empty d_Z skips the input gradients. Reads the lower triangle of G.
void contract(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const ConstMatrixRef& G,
              VectorRef d_log_lengthscales, MatrixRef d_Z);

/// k (N × M) between the columns of Z (P × N) and of Z_new (P × M).
void cross(const ConstMatrixRef& Z, const ConstMatrixRef& Z_new, const ConstVectorRef& lengthscales,
           MatrixRef k);

/// d_new (P) += Σ_n weights_n · ∂k(z_n, z_new)/∂z_new.
void cross_contract(const ConstMatrixRef& Z, const ConstVectorRef& z_new, const ConstVectorRef& lengthscales,
                    const ConstVectorRef& weights, VectorRef d_new);

}  // namespace craggy::matern52
