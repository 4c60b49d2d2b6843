// Matérn 5/2 with main effects: a share w of the variance belongs to functions of one group of inputs each,
// which add up, the rest to one of all P coordinates. With m(r) the Matérn 5/2 correlation of matern52.hpp
// and J groups,
//   k = (1 − w)·m(r) + w/J·Σ_j m(√J·r_j),   r_j² = Σ_{p in j} ((z_p − z'_p) / l_p)²,
// where r is over all coordinates, those behind the last group (latents) included. The factor √J makes two
// random points on average as far apart in a group as in all of them together.
#pragma once

#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy::main_effects {

/// Group j has the coordinates before ends[j] that no group before it has. There is at least one.
using GroupEnds = std::vector<Index>;

/// K (N × N, both triangles, ones on the diagonal) over the columns of Z (P × N).
void matrix(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const GroupEnds& ends, double share,
            MatrixRef K);

/// Contracts G = dL/dK (symmetric, both triangles): d_log_lengthscales_p += dL/d log l_p and d_Z += dL/dZ
/// (P × N). Returns dL/dw.
double contract(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const GroupEnds& ends,
                double share, const ConstMatrixRef& G, VectorRef d_log_lengthscales, MatrixRef d_Z);

/// k (N × M) between the columns of Z (P × N) and of Z_new (P × M).
void cross(const ConstMatrixRef& Z, const ConstMatrixRef& Z_new, const ConstVectorRef& lengthscales,
           const GroupEnds& ends, double share, MatrixRef k);

/// d_new (P) += Σ_n weights_n · ∂k(z_n, z_new)/∂z_new.
void cross_contract(const ConstMatrixRef& Z, const ConstVectorRef& z_new, const ConstVectorRef& lengthscales,
                    const GroupEnds& ends, double share, const ConstVectorRef& weights, VectorRef d_new);

}  // namespace craggy::main_effects
