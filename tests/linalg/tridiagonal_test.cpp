#include "linalg/tridiagonal.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "support/looks.hpp"

namespace craggy {
namespace {

Matrix symmetric(Index N) {
  std::srand(7);
  const Matrix A = Matrix::Random(N, N);
  return A + A.transpose();
}

TEST(Tridiagonal, IsTheSameMatrixInAnotherBasis) {
  for (Index N : {1, 2, 3, 17, 60}) {
    const Matrix A = symmetric(N);
    const Vector y = Vector::LinSpaced(N, -1.0, 2.0);
    Vector x = y;
    const Tridiagonal T = tridiagonalise(A, x);
    Matrix dense = T.diagonal.asDiagonal();
    if (N > 1) {
      dense.diagonal(1) = T.subdiagonal;
      dense.diagonal(-1) = T.subdiagonal;
    }
    EXPECT_NEAR(dense.trace(), A.trace(), 1e-12 * static_cast<double>(N));
    EXPECT_NEAR(x.squaredNorm(), y.squaredNorm(), 1e-12 * static_cast<double>(N));
    // yᵀ·f(A)·y is xᵀ·f(T)·x for every function f.
    EXPECT_NEAR(x.dot(dense * x), y.dot(A * y), 1e-10);
    EXPECT_NEAR(x.dot(dense * (dense * x)), y.dot(A * (A * y)), 1e-9);
  }
}

TEST(Tridiagonal, HasTheBitsOfEigens) {
  for (Index N : {2, 5, 33, 150}) {
    const Matrix A = symmetric(N);
    Vector expected = Vector::LinSpaced(N, -1.0, 2.0);
    Vector x = expected;
    const Eigen::Tridiagonalization<Matrix> eigen(A);
    expected.applyOnTheLeft(eigen.matrixQ().adjoint());
    const Tridiagonal T = tridiagonalise(A, x);
    EXPECT_EQ(T.diagonal, eigen.diagonal());
    EXPECT_EQ(T.subdiagonal, eigen.subDiagonal());
    EXPECT_EQ(x, expected);
  }
}

TEST(Tridiagonal, StopsAtEveryColumn) {
  const auto work = [] {
    Vector x = Vector::Ones(50);
    tridiagonalise(symmetric(50), x);
  };
  EXPECT_EQ(testing::looks_of(work), 49);
  for (long look : {1, 20, 49}) EXPECT_TRUE(testing::stops_at_look(look, work));
}

}  // namespace
}  // namespace craggy
