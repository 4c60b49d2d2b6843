#include "linalg/cholesky.hpp"

#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/looks.hpp"

namespace craggy {
namespace {

Matrix random_matrix(RandomStream& stream, Index rows, Index cols) {
  return Matrix::NullaryExpr(rows, cols, [&] { return stream.normal(); });
}

Matrix random_positive_definite(RandomStream& stream, Index N) {
  const Matrix A = random_matrix(stream, N, N);
  return A * A.transpose() + Matrix::Identity(N, N);
}

// Cholesky–Banachiewicz, row by row.
Matrix naive_factor(const Matrix& A) {
  Matrix L = Matrix::Zero(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j <= i; ++j) {
      double rest = A(i, j);
      for (Index k = 0; k < j; ++k) rest -= L(i, k) * L(j, k);
      L(i, j) = i == j ? std::sqrt(rest) : rest / L(j, j);
    }
  return L;
}

Matrix naive_solve_lower(const Matrix& L, Matrix B) {
  for (Index c = 0; c < B.cols(); ++c)
    for (Index i = 0; i < L.rows(); ++i) {
      for (Index k = 0; k < i; ++k) B(i, c) -= L(i, k) * B(k, c);
      B(i, c) /= L(i, i);
    }
  return B;
}

Matrix naive_solve(const Matrix& L, const Matrix& B) {
  Matrix X = naive_solve_lower(L, B);
  for (Index c = 0; c < X.cols(); ++c)
    for (Index i = L.rows() - 1; i >= 0; --i) {
      for (Index k = i + 1; k < L.rows(); ++k) X(i, c) -= L(k, i) * X(k, c);
      X(i, c) /= L(i, i);
    }
  return X;
}

void expect_near(const Matrix& actual, const Matrix& expected, double tolerance) {
  ASSERT_EQ(actual.rows(), expected.rows());
  ASSERT_EQ(actual.cols(), expected.cols());
  EXPECT_LT((actual - expected).cwiseAbs().maxCoeff(), tolerance * (1.0 + expected.cwiseAbs().maxCoeff()));
}

void expect_everything_agrees(const Cholesky& cholesky, const Matrix& A, RandomStream& stream) {
  const Index N = A.rows();
  const Matrix L = naive_factor(A);
  ASSERT_EQ(cholesky.size(), N);
  expect_near(cholesky.lower(), L, 1e-12);

  double log_determinant = 0.0;
  for (Index i = 0; i < N; ++i) log_determinant += 2.0 * std::log(L(i, i));
  EXPECT_NEAR(cholesky.log_determinant(), log_determinant, 1e-10);

  const Matrix B = random_matrix(stream, N, 3);
  Matrix X = B;
  cholesky.solve_in_place(X);
  expect_near(X, naive_solve(L, B), 1e-10);
  expect_near(A * X, B, 1e-10);
  X = B;
  cholesky.solve_lower_in_place(X);
  expect_near(X, naive_solve_lower(L, B), 1e-10);

  Matrix inverse;
  cholesky.inverse(inverse);
  expect_near(inverse, naive_solve(L, Matrix::Identity(N, N)), 1e-10);
  expect_near(inverse * A, Matrix::Identity(N, N), 1e-10);
  EXPECT_EQ(inverse, inverse.transpose());
}

TEST(Cholesky, AgreesWithNaiveLoopsOverManySizesInOneObject) {
  RandomStream stream(3);
  Cholesky cholesky;
  // Up and down, around the panel widths of the blocked code, and the same size twice.
  for (Index N : {1, 2, 5, 40, 15, 16, 17, 33, 33, 64, 1, 100, 3}) {
    SCOPED_TRACE(N);
    const Matrix A = random_positive_definite(stream, N);
    ASSERT_TRUE(cholesky.factorise(A));
    expect_everything_agrees(cholesky, A, stream);
  }
}

TEST(Cholesky, OneByOne) {
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factorise(Matrix::Constant(1, 1, 4.0)));
  EXPECT_EQ(cholesky.lower()(0, 0), 2.0);
  EXPECT_DOUBLE_EQ(cholesky.log_determinant(), std::log(4.0));
  Matrix inverse;
  cholesky.inverse(inverse);
  EXPECT_EQ(inverse(0, 0), 0.25);
  EXPECT_FALSE(cholesky.factorise(Matrix::Constant(1, 1, 0.0)));
  EXPECT_FALSE(cholesky.factorise(Matrix::Constant(1, 1, -1.0)));
}

TEST(Cholesky, ReadsOnlyTheLowerTriangleAndLeavesTheUpperZero) {
  RandomStream stream(4);
  Matrix A = random_positive_definite(stream, 20);
  Cholesky from_full;
  ASSERT_TRUE(from_full.factorise(A));
  A.triangularView<Eigen::StrictlyUpper>().setConstant(NAN);
  Cholesky from_lower;
  ASSERT_TRUE(from_lower.factorise(A));
  EXPECT_EQ(from_lower.lower(), from_full.lower());
  const Matrix upper = from_lower.lower().triangularView<Eigen::StrictlyUpper>();
  EXPECT_EQ(upper, Matrix::Zero(20, 20));
}

TEST(Cholesky, TakesABlockOfALargerMatrix) {
  RandomStream stream(5);
  const Matrix large = random_positive_definite(stream, 12);
  const Matrix A = large.block(2, 2, 7, 7);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factorise(large.block(2, 2, 7, 7)));
  expect_everything_agrees(cholesky, A, stream);
}

TEST(Cholesky, SolvesInABlockOfALargerMatrix) {
  RandomStream stream(8);
  const Matrix A = random_positive_definite(stream, 6);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factorise(A));
  Matrix frame = random_matrix(stream, 10, 5);
  const Matrix B = frame.block(1, 1, 6, 2);
  cholesky.solve_in_place(frame.block(1, 1, 6, 2));
  expect_near(A * frame.block(1, 1, 6, 2), B, 1e-10);
  Vector b = B.col(0);
  cholesky.solve_in_place(b);
  expect_near(b, frame.block(1, 1, 6, 1), 1e-12);
}

class CholeskyFailure : public ::testing::TestWithParam<Index> {};
INSTANTIATE_TEST_SUITE_P(Sizes, CholeskyFailure, ::testing::Values(2, 10, 50, 70));

TEST_P(CholeskyFailure, IndefiniteOrSingularIsFalse) {
  const Index N = GetParam();
  RandomStream stream(6);
  Cholesky cholesky;
  for (Index place : {Index{0}, N / 2, N - 1}) {
    Matrix A = random_positive_definite(stream, N);
    A(place, place) = -1.0;
    EXPECT_FALSE(cholesky.factorise(A));
    A.row(place).setZero();
    A.col(place).setZero();
    EXPECT_FALSE(cholesky.factorise(A));
  }
  EXPECT_FALSE(cholesky.factorise(Matrix::Ones(N, N)));
  EXPECT_FALSE(cholesky.factorise(Matrix::Zero(N, N)));
  EXPECT_FALSE(cholesky.factorise(-Matrix::Identity(N, N)));
}

TEST_P(CholeskyFailure, AnyEntryThatIsNotFiniteIsFalse) {
  const Index N = GetParam();
  RandomStream stream(7);
  const Matrix A = random_positive_definite(stream, N);
  Cholesky cholesky;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {std::nan(""), infinity, -infinity})
    for (Index i : {Index{0}, Index{1}, N / 2, N - 1})
      for (Index j : {Index{0}, i / 2, i}) {
        Matrix broken = A;
        broken(i, j) = bad;
        EXPECT_FALSE(cholesky.factorise(broken)) << bad << " at " << i << ", " << j;
      }
  // A failure leaves nothing behind that spoils the next matrix.
  ASSERT_TRUE(cholesky.factorise(A));
  expect_everything_agrees(cholesky, A, stream);
}

TEST(Cholesky, ExtremeScalesAreFine) {
  RandomStream stream(9);
  const Matrix A = random_positive_definite(stream, 8);
  for (double scale : {1e-290, 1e290}) {
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(scale * A));
    Cholesky unscaled;
    ASSERT_TRUE(unscaled.factorise(A));
    EXPECT_NEAR(cholesky.log_determinant(), unscaled.log_determinant() + 8.0 * std::log(scale), 1e-9);
  }
}

TEST(Cholesky, GrowsRowByRow) {
  RandomStream stream(5);
  const Matrix A = random_positive_definite(stream, 9);
  const Matrix L = naive_factor(A);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factorise(A.topLeftCorner(4, 4)));
  for (Index n = 4; n < 9; ++n) cholesky.append(L.row(n).head(n).transpose(), L(n, n));
  EXPECT_LT((cholesky.lower() - L).cwiseAbs().maxCoeff(), 1e-12);
  const Matrix B = random_matrix(stream, 9, 2);
  Matrix X = B;
  cholesky.solve_in_place(X);
  EXPECT_LT((A * X - B).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Cholesky, OfLargeMatricesHasTheBitsOfEigens) {
  RandomStream stream(6);
  for (Index N : {255, 256, 300, 530}) {
    const Matrix A = random_positive_definite(stream, N);
    const Eigen::LLT<Matrix> eigen(A);
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(A));
    EXPECT_EQ(cholesky.lower(), Matrix(eigen.matrixL())) << N;
    Matrix broken = A;
    broken(N - 2, N - 2) = -1.0;
    EXPECT_FALSE(cholesky.factorise(broken)) << N;
  }
}

TEST(Cholesky, OfLargeMatricesCanBeStopped) {
  RandomStream stream(7);
  constexpr Index N = 520;
  const Matrix A = random_positive_definite(stream, N);
  Cholesky cholesky;
  const auto factorise = [&] { EXPECT_TRUE(cholesky.factorise(A)); };
  EXPECT_GE(testing::looks_of(factorise), 8);
  for (long look : {1, 5}) EXPECT_TRUE(testing::stops_at_look(look, factorise));
  ASSERT_TRUE(cholesky.factorise(A));
  Matrix inverse;
  const auto invert = [&] { cholesky.inverse(inverse); };
  EXPECT_GE(testing::looks_of(invert), N / 16);
  EXPECT_TRUE(testing::stops_at_look(20, invert));
  const auto solve = [&] {
    Matrix X = A;
    cholesky.solve_in_place(X);
  };
  EXPECT_GE(testing::looks_of(solve), 8);
  EXPECT_TRUE(testing::stops_at_look(3, solve));
}

}  // namespace
}  // namespace craggy
