#include <craggy/linalg/cholesky.hpp>

#include <cmath>

#include <Eigen/Cholesky>

namespace craggy {

bool Cholesky::factorise(const ConstMatrixRef& A) {
  L_.resize(A.rows(), A.cols());
  L_.setZero();
  L_.triangularView<Eigen::Lower>() = A;
  // Eigen's blocked kernel returns the column at which a pivot was not positive, or −1.
  if (Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(L_) != -1) return false;
  // A NaN pivot is not "≤ 0", so it slips through the factorisation and has to be looked for.
  return std::isfinite(log_determinant());
}

double Cholesky::log_determinant() const { return 2.0 * L_.diagonal().array().log().sum(); }

void Cholesky::solve_in_place(Eigen::Ref<Matrix> B) const {
  L_.triangularView<Eigen::Lower>().solveInPlace(B);
  L_.triangularView<Eigen::Lower>().transpose().solveInPlace(B);
}

void Cholesky::solve_lower_in_place(Eigen::Ref<Matrix> B) const {
  L_.triangularView<Eigen::Lower>().solveInPlace(B);
}

void Cholesky::inverse(Matrix& result) const {
  result.setIdentity(size(), size());
  L_.triangularView<Eigen::Lower>().solveInPlace(result);
  // A⁻¹ = L⁻ᵀ·L⁻¹, and L⁻¹ is lower triangular; only one triangle of the product is computed.
  const Matrix inverse_L = result;
  result.setZero();
  result.selfadjointView<Eigen::Lower>().rankUpdate(inverse_L.transpose());
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
}

}  // namespace craggy
