// K + τ·I for one K and many τ: after one tridiagonalisation each τ costs O(N).
#pragma once

#include <span>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// log|K + τ·I| and yᵀ·(K + τ·I)⁻¹·y.
struct LogDeterminantAndForm {
  double log_determinant;  // NaN if K + τ·I is not positive definite in double precision
  double form;
};

class ShiftedCovariance {
 public:
  /// K = Q·T·Qᵀ with T tridiagonal, for a correlation matrix K. Points that are fully correlated become one,
  /// their normalised mean; across it C has the eigenvalue τ exactly, which rounding would drown where τ is
  /// small and the observations differ.
  ShiftedCovariance(const Matrix& K, const Vector& y);

  /// The shifts side by side, so that the compiler can use vector instructions across them.
  void evaluate(std::span<const double> shifts, std::span<LogDeterminantAndForm> results) const;

 private:
  Vector diagonal_, squared_off_diagonal_, off_diagonal_;  // of T; off-diagonal entry n couples n and n − 1
  Vector projected_;                                       // Qᵀ·y
  Index num_repeated_ = 0;      // dimensions across the groups of fully correlated points
  double repeated_form_ = 0.0;  // the squared length of y in them
};

}  // namespace craggy
