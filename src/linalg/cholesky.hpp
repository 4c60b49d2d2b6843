// Cholesky factor of a symmetric positive definite matrix; failing to factorise is an expected event and a
// status.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// L with A = L·Lᵀ. Keeps its memory, so that factorising the same size again does not allocate. What takes
/// long for large matrices throws Cancelled if stopped (base/cancellation.hpp).
class Cholesky {
 public:
  /// Reads the lower triangle of A. False (and not usable) if A is not positive definite or not finite.
  [[nodiscard]] bool factorise(const ConstMatrixRef& A);

  /// A grows by a row and a column: L gets the row (rowᵀ, pivot), pivot > 0.
  void append(const ConstVectorRef& row, double pivot);

  Index size() const { return L_.rows(); }
  const Matrix& lower() const { return L_; }  // the upper triangle is zero

  double log_determinant() const;  // of A

  void solve_in_place(Eigen::Ref<Matrix> B) const;        // B ← A⁻¹·B
  void solve_lower_in_place(Eigen::Ref<Matrix> B) const;  // B ← L⁻¹·B

  /// Both triangles of A⁻¹.
  void inverse(Matrix& result) const;

 private:
  Matrix L_;
};

}  // namespace craggy
