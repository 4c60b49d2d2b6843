#include "linalg/cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Cholesky>

namespace craggy {
namespace {

// B ← T⁻¹·B. Eigen chooses its method by the compile-time shape, and for one column that of a vector is twice
// as fast.
template <typename Triangle>
void solve_triangular(const Triangle& T, Eigen::Ref<Matrix>& B) {
  if (B.cols() == 1) {
    auto b = B.col(0);
    T.solveInPlace(b);
  } else {
    T.solveInPlace(B);
  }
}

}  // namespace

bool Cholesky::factorise(const ConstMatrixRef& A) {
  L_.resize(A.rows(), A.cols());
  L_.setZero();
  L_.triangularView<Eigen::Lower>() = A;
  // Eigen's blocked kernel returns the column at which a pivot was not positive, or −1.
  if (Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(L_) != -1) return false;
  // A NaN pivot is not "≤ 0", so it slips through the factorisation and has to be looked for.
  return std::isfinite(log_determinant());
}

void Cholesky::append(const ConstVectorRef& row, double pivot) {
  assert(row.size() == size());
  const Index N = size();
  L_.conservativeResize(N + 1, N + 1);
  L_.col(N).setZero();
  L_.row(N).head(N) = row.transpose();
  L_(N, N) = pivot;
}

double Cholesky::log_determinant() const { return 2.0 * L_.diagonal().array().log().sum(); }

void Cholesky::solve_in_place(Eigen::Ref<Matrix> B) const {
  solve_triangular(L_.triangularView<Eigen::Lower>(), B);
  solve_triangular(L_.triangularView<Eigen::Lower>().transpose(), B);
}

void Cholesky::solve_lower_in_place(Eigen::Ref<Matrix> B) const {
  solve_triangular(L_.triangularView<Eigen::Lower>(), B);
}

void Cholesky::inverse(Matrix& result) const {
  // Columns j, j + 1, … of A⁻¹ from row j down need only the trailing block of L: the right-hand sides are
  // zero above row j, and the backward substitution goes upwards. So the lower triangle costs 2/3·N³ in
  // place, a third of solving for the whole identity.
  constexpr Index panel_width = 16;  // the fastest of 8 … 48 for N = 25 … 200
  const Index N = size();
  result.resize(N, N);
  for (Index j = 0; j < N; j += panel_width) {
    const Index num_below = N - j;
    auto panel = result.block(j, j, num_below, std::min(panel_width, num_below));
    const auto L = L_.bottomRightCorner(num_below, num_below);
    panel.setIdentity();
    L.triangularView<Eigen::Lower>().solveInPlace(panel);
    L.transpose().triangularView<Eigen::Upper>().solveInPlace(panel);
  }
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
}

}  // namespace craggy
