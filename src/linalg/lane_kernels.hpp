// The hot kernels of dense linear algebra on lane arrays (lane_array.hpp): one symmetric matrix per lane,
// packed lower triangles. Plain functions on plain arrays, compiled once per instruction set.
#pragma once

namespace craggy {

enum class SimdLevel;  // simd_level.hpp, which the kernels themselves do not include: nothing external may
                       // reach them

/// Asked on the way by what takes long for large matrices. Once it says true, the kernel returns at once and
/// what it was to write is of no use.
using StopLook = bool (*)();

/// All arrays are lane arrays, 64-byte aligned; n is the order of the matrices. Nothing allocates.
struct LaneKernels {
  int width;  // lanes

  /// A = L·Lᵀ in place; the diagonal of L is left as its reciprocal. Writes log |A| per lane, NaN where A is
  /// not positive definite; such lanes hold no usable numbers afterwards and disturb no other.
  void (*factorise)(long n, double* A, double* log_determinant, StopLook stop_requested);
  /// From the factor to L⁻¹ (an ordinary diagonal), in place.
  void (*invert_factor)(long n, double* A, StopLook stop_requested);
  /// From L⁻¹ to A⁻¹ = L⁻ᵀ·L⁻¹, in place.
  void (*complete_inverse)(long n, double* A, StopLook stop_requested);

  /// x = L⁻¹·b with the factor of `factorise`; writes |x|² per lane.
  void (*solve_lower)(long n, const double* L, const double* b, double* x, double* squared_norm);
  /// out = Mᵀ·x for a lower triangular M.
  void (*multiply_transposed)(long n, const double* M, const double* x, double* out);
  /// out = P·x for a symmetric P.
  void (*multiply_symmetric)(long n, const double* P, const double* x, double* out);
  /// out_c = |M·b_c|² for a lower triangular M and the m columns of B (n × m, rows together).
  void (*squared_norms)(long n, const double* M, long m, const double* B, double* out);
  /// out_c = Mᵀ·M·b_c (n × m, rows together) and |M·b_c|², in one pass over M.
  void (*multiply_gram)(long n, const double* M, long m, const double* B, double* out, double* squared_norms);
  /// out_c = b_cᵀ·P·b_c for a symmetric P.
  void (*quadratic_forms)(long n, const double* P, long m, const double* B, double* out);
  /// out_c = Σ_i x_i·B_ic.
  void (*weighted_sums)(long n, const double* x, long m, const double* B, double* out);
  /// P += p·(c·p)ᵀ + b·(d·b)ᵀ, symmetric, with one c and d per lane.
  void (*add_rank_two)(long n, double* P, const double* p, const double* c, const double* b, const double* d);

  /// out = A·x for one full matrix A (n × n, plain numbers by rows) that all lanes share.
  void (*multiply_shared)(long n, const double* A, const double* x, double* out);

  /// Over `count` lane vectors, in place.
  void (*log)(long count, double* x);        // of positive finite numbers
  void (*exp_minus)(long count, double* x);  // e^(−x) for x ≥ 0; 3e-308 from 708 on
};

/// The level has to be available on this machine.
const LaneKernels& lane_kernels(SimdLevel level);

}  // namespace craggy
