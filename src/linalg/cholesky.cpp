#include "linalg/cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Cholesky>

#include "base/cancellation.hpp"

namespace craggy {
namespace {

// From this order on there are looks on the way; what is smaller is done within milliseconds.
constexpr Index lowest_order_with_looks = 256;

// Columns that are solved for at a time.
constexpr Index solved_columns = 128;

// Eigen's blocked factorisation, whose panels have this width, with a look before each panel. False if a
// pivot is not positive.
bool factorise_in_panels(Matrix& L) {
  const Index N = L.rows();
  const Index width = std::min<Index>(N / 128 * 16, 128);
  for (Index k = 0; k < N; k += width) {
    throw_if_stopped();
    const Index own = std::min(width, N - k);
    const Index rest = N - k - own;
    auto diagonal = L.block(k, k, own, own);
    if (Eigen::internal::llt_inplace<double, Eigen::Lower>::unblocked(diagonal) != -1) return false;
    if (rest == 0) break;
    auto below = L.block(k + own, k, rest, own);
    diagonal.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(below);
    L.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(below, -1.0);
  }
  return true;
}

bool factorise_in_place(Matrix& L) {
  if (L.rows() >= lowest_order_with_looks) return factorise_in_panels(L);
  // Eigen's blocked kernel returns the column at which a pivot was not positive, or −1.
  return Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(L) == -1;
}

// B ← T⁻¹·B. Eigen chooses its method by the compile-time shape, and for one column that of a vector is twice
// as fast.
template <typename Triangle>
void solve_triangular(const Triangle& T, Eigen::Ref<Matrix>& B) {
  if (B.cols() == 1) {
    auto b = B.col(0);
    T.solveInPlace(b);
  } else if (B.rows() < lowest_order_with_looks) {
    T.solveInPlace(B);
  } else {
    for (Index first = 0; first < B.cols(); first += solved_columns) {
      throw_if_stopped();
      auto some = B.middleCols(first, std::min(solved_columns, B.cols() - first));
      T.solveInPlace(some);
    }
  }
}

}  // namespace

bool Cholesky::factorise(const ConstMatrixRef& A) {
  L_.resize(A.rows(), A.cols());
  L_.setZero();
  L_.triangularView<Eigen::Lower>() = A;
  if (!factorise_in_place(L_)) return false;
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
    if (N >= lowest_order_with_looks) throw_if_stopped();
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
