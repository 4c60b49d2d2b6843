#include "kernels/matern52.hpp"

#include <cmath>
#include <limits>
#include <ostream>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/gradient_check.hpp"

namespace craggy::matern52 {
namespace {

Matrix random_points(RandomStream& stream, Index P, Index N) {
  return Matrix::NullaryExpr(P, N, [&] { return stream.uniform(); });
}

Vector random_lengthscales(RandomStream& stream, Index P) {
  return Vector::NullaryExpr(P, [&] { return std::exp(0.5 * stream.normal() - 0.5); });
}

Matrix random_symmetric(RandomStream& stream, Index N) {
  const Matrix A = Matrix::NullaryExpr(N, N, [&] { return stream.normal(); });
  return A + A.transpose();
}

// The formulas as they are written, one pair at a time.
double naive_distance(const Vector& z, const Vector& z_other, const Vector& lengthscales) {
  double sum = 0.0;
  for (Index p = 0; p < z.size(); ++p) sum += std::pow((z[p] - z_other[p]) / lengthscales[p], 2);
  return std::sqrt(sum);
}

double naive_value(const Vector& z, const Vector& z_other, const Vector& lengthscales) {
  const double r = naive_distance(z, z_other, lengthscales);
  return (1.0 + std::sqrt(5.0) * r + 5.0 / 3.0 * r * r) * std::exp(-std::sqrt(5.0) * r);
}

// ∂k/∂z: d k / d r = −5/3·r·(1 + √5·r)·exp(−√5·r) and ∂r/∂z_p = (z_p − z'_p)/(l_p²·r).
Vector naive_gradient(const Vector& z, const Vector& z_other, const Vector& lengthscales) {
  const double r = naive_distance(z, z_other, lengthscales);
  const double factor = -5.0 / 3.0 * (1.0 + std::sqrt(5.0) * r) * std::exp(-std::sqrt(5.0) * r);
  Vector gradient(z.size());
  for (Index p = 0; p < z.size(); ++p)
    gradient[p] = factor * (z[p] - z_other[p]) / (lengthscales[p] * lengthscales[p]);
  return gradient;
}

Matrix matrix_of(const Matrix& Z, const Vector& lengthscales) {
  Matrix K(Z.cols(), Z.cols());
  matrix(Z, lengthscales, K);
  return K;
}

struct Contraction {
  Vector d_log_lengthscales;
  Matrix d_Z;
};

Contraction contract_of(const Matrix& Z, const Vector& lengthscales, const Matrix& G, Index num_rows) {
  Contraction result{Vector::Zero(Z.rows()), Matrix::Zero(num_rows, num_rows == 0 ? 0 : Z.cols())};
  contract(Z, lengthscales, G, result.d_log_lengthscales, result.d_Z);
  return result;
}

Contraction naive_contraction(const Matrix& Z, const Vector& lengthscales, const Matrix& G) {
  Contraction result{Vector::Zero(Z.rows()), Matrix::Zero(Z.rows(), Z.cols())};
  for (Index i = 0; i < Z.cols(); ++i)
    for (Index j = 0; j < Z.cols(); ++j) {
      const Vector gradient = naive_gradient(Z.col(i), Z.col(j), lengthscales);
      result.d_Z.col(i) += G(i, j) * gradient;
      result.d_Z.col(j) -= G(i, j) * gradient;
      // l·∂k/∂l = −(z − z')·∂k/∂z, coordinate by coordinate.
      for (Index p = 0; p < Z.rows(); ++p)
        result.d_log_lengthscales[p] -= G(i, j) * gradient[p] * (Z(p, i) - Z(p, j));
    }
  return result;
}

struct Sizes {
  Index P;
  Index N;
  friend std::ostream& operator<<(std::ostream& out, const Sizes& s) { return out << s.P << " × " << s.N; }
};

class Matern52 : public ::testing::TestWithParam<Sizes> {
 protected:
  RandomStream stream_{17};
  const Matrix Z_ = random_points(stream_, GetParam().P, GetParam().N);
  const Vector lengthscales_ = random_lengthscales(stream_, GetParam().P);
  const Matrix G_ = random_symmetric(stream_, GetParam().N);
};

INSTANTIATE_TEST_SUITE_P(Sizes, Matern52,
                         ::testing::Values(Sizes{1, 1}, Sizes{1, 2}, Sizes{2, 7}, Sizes{3, 25},
                                           Sizes{12, 10}));

TEST_P(Matern52, MatrixIsTheFormula) {
  const Matrix K = matrix_of(Z_, lengthscales_);
  for (Index i = 0; i < Z_.cols(); ++i)
    for (Index j = 0; j < Z_.cols(); ++j)
      EXPECT_NEAR(K(i, j), naive_value(Z_.col(i), Z_.col(j), lengthscales_), 1e-14);
  EXPECT_EQ(K, K.transpose());
  EXPECT_TRUE((K.diagonal().array() == 1.0).all());
}

TEST_P(Matern52, MatrixWritesIntoABlockOfALargerMatrix) {
  const Index N = Z_.cols();
  Matrix large = Matrix::Constant(N + 2, N + 2, 7.0);
  matrix(Z_, lengthscales_, large.block(1, 1, N, N));
  EXPECT_EQ(large.block(1, 1, N, N), matrix_of(Z_, lengthscales_));
  large.block(1, 1, N, N).setConstant(7.0);
  EXPECT_TRUE((large.array() == 7.0).all());  // the frame was left alone
}

TEST_P(Matern52, CrossIsTheFormula) {
  const Matrix Z_new = random_points(stream_, Z_.rows(), 4);
  Matrix k(Z_.cols(), Z_new.cols());
  cross(Z_, Z_new, lengthscales_, k);
  for (Index n = 0; n < Z_.cols(); ++n)
    for (Index m = 0; m < Z_new.cols(); ++m)
      EXPECT_NEAR(k(n, m), naive_value(Z_.col(n), Z_new.col(m), lengthscales_), 1e-14);
}

TEST_P(Matern52, ContractIsTheSumOverAllEntries) {
  const Contraction naive = naive_contraction(Z_, lengthscales_, G_);
  const Contraction contraction = contract_of(Z_, lengthscales_, G_, Z_.rows());
  const double scale = 1.0 + naive.d_Z.cwiseAbs().maxCoeff() + naive.d_log_lengthscales.cwiseAbs().maxCoeff();
  EXPECT_LT((contraction.d_Z - naive.d_Z).cwiseAbs().maxCoeff(), 1e-13 * scale);
  EXPECT_LT((contraction.d_log_lengthscales - naive.d_log_lengthscales).cwiseAbs().maxCoeff(), 1e-13 * scale);
}

TEST_P(Matern52, ContractIsTheGradientInLogLengthscales) {
  const auto f = [&](const Vector& log_lengthscales) {
    return G_.cwiseProduct(matrix_of(Z_, log_lengthscales.array().exp())).sum();
  };
  testing::expect_gradient(f, lengthscales_.array().log(),
                           contract_of(Z_, lengthscales_, G_, 0).d_log_lengthscales, 1e-9);
}

TEST_P(Matern52, ContractIsTheGradientInTheInputs) {
  const auto f = [&](const Vector& z) {
    return G_.cwiseProduct(matrix_of(z.reshaped(Z_.rows(), Z_.cols()), lengthscales_)).sum();
  };
  testing::expect_gradient(f, Z_.reshaped(), contract_of(Z_, lengthscales_, G_, Z_.rows()).d_Z.reshaped(),
                           1e-9);
}

TEST_P(Matern52, ContractAddsAndReadsOnlyTheLowerTriangle) {
  const Contraction once = contract_of(Z_, lengthscales_, G_, Z_.rows());
  Contraction sum{Vector::Constant(Z_.rows(), 3.0), Matrix::Constant(Z_.rows(), Z_.cols(), -2.0)};
  Matrix lower = G_;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(NAN);
  contract(Z_, lengthscales_, lower, sum.d_log_lengthscales, sum.d_Z);
  EXPECT_TRUE(sum.d_log_lengthscales.isApprox((once.d_log_lengthscales.array() + 3.0).matrix(), 1e-13));
  EXPECT_TRUE(sum.d_Z.isApprox((once.d_Z.array() - 2.0).matrix(), 1e-13));
}

TEST_P(Matern52, FewerRowsTakeTheLastCoordinates) {
  const Contraction all = contract_of(Z_, lengthscales_, G_, Z_.rows());
  for (Index num_rows = 0; num_rows < Z_.rows(); ++num_rows) {
    const Contraction some = contract_of(Z_, lengthscales_, G_, num_rows);
    EXPECT_EQ(some.d_log_lengthscales, all.d_log_lengthscales);
    if (num_rows > 0) {
      EXPECT_EQ(some.d_Z, all.d_Z.bottomRows(num_rows));
    }
  }
}

TEST_P(Matern52, CrossContractIsTheWeightedGradient) {
  const Vector z_new = random_points(stream_, Z_.rows(), 1);
  const Vector weights = Vector::NullaryExpr(Z_.cols(), [&] { return stream_.normal(); });
  Vector d_new = Vector::Constant(Z_.rows(), 5.0);
  cross_contract(Z_, z_new, lengthscales_, weights, d_new);
  Vector naive = Vector::Constant(Z_.rows(), 5.0);
  for (Index n = 0; n < Z_.cols(); ++n) naive += weights[n] * naive_gradient(z_new, Z_.col(n), lengthscales_);
  EXPECT_LT((d_new - naive).cwiseAbs().maxCoeff(), 1e-13 * naive.cwiseAbs().maxCoeff());

  const auto f = [&](const Vector& z) {
    Matrix k(Z_.cols(), 1);
    cross(Z_, z, lengthscales_, k);
    return weights.dot(k.col(0));
  };
  testing::expect_gradient(f, z_new, (d_new.array() - 5.0).matrix(), 1e-9);
}

TEST(Matern52Scalar, SlopeIsTheDerivativeInTheSquaredDistance) {
  for (double squared_distance : {0.3, 1.0, 7.0, 40.0}) {
    const auto along = [&](double t) { return value(squared_distance + t); };
    const ValueAndSlope k = value_and_slope(squared_distance);
    EXPECT_EQ(k.value, value(squared_distance));
    EXPECT_NEAR(k.slope, testing::ridders_derivative(along, 0.05), 1e-10);
  }
  // At 0 only from one side: k = 1 − 5/6·r² + O(r⁴).
  EXPECT_EQ(value(0.0), 1.0);
  EXPECT_NEAR((value(1e-6) - 1.0) / 1e-6, value_and_slope(0.0).slope, 1e-5);
  EXPECT_DOUBLE_EQ(value_and_slope(0.0).slope, -5.0 / 6.0);
}

TEST(Matern52Scalar, LargeDistancesUnderflowToZero) {
  for (double squared_distance : {2e5, 1e10, 1e300, std::numeric_limits<double>::infinity()}) {
    const ValueAndSlope k = value_and_slope(squared_distance);
    EXPECT_EQ(k.value, 0.0);
    EXPECT_EQ(k.slope, 0.0);
  }
  EXPECT_TRUE(std::isnan(value(NAN)));  // a broken input must not pass as "far away"
}

TEST(Matern52Edge, DuplicatesHaveFiniteValuesAndGradients) {
  RandomStream stream(5);
  Matrix Z = random_points(stream, 3, 6);
  Z.col(4) = Z.col(1);
  Z.col(5) = Z.col(1);
  const Vector lengthscales = random_lengthscales(stream, 3);
  const Matrix K = matrix_of(Z, lengthscales);
  EXPECT_EQ(K(4, 1), 1.0);
  EXPECT_EQ(K(5, 4), 1.0);
  const Matrix G = random_symmetric(stream, 6);
  const Contraction contraction = contract_of(Z, lengthscales, G, 3);
  const Contraction naive = naive_contraction(Z, lengthscales, G);
  EXPECT_TRUE(contraction.d_Z.isApprox(naive.d_Z, 1e-12));
  EXPECT_TRUE(contraction.d_log_lengthscales.isApprox(naive.d_log_lengthscales, 1e-12));
  // At the duplicates themselves too the gradient is that of the function.
  const auto f = [&](const Vector& z) {
    return G.cwiseProduct(matrix_of(z.reshaped(3, 6), lengthscales)).sum();
  };
  testing::expect_gradient(f, Z.reshaped(), contraction.d_Z.reshaped(), 1e-5, 1e-3);
  Vector d_new = Vector::Zero(3);
  cross_contract(Z.col(1), Z.col(4), lengthscales, Vector::Ones(1), d_new);
  EXPECT_EQ(d_new, Vector::Zero(3));
}

TEST(Matern52Edge, TinyLengthscalesGiveTheIdentityAndNoGradient) {
  RandomStream stream(6);
  const Matrix Z = random_points(stream, 2, 5);
  const Matrix G = random_symmetric(stream, 5);
  for (double lengthscale : {1e-8, 1e-200, 1e-300}) {  // from 1e-155 on r² itself overflows
    const Vector lengthscales = Vector::Constant(2, lengthscale);
    EXPECT_EQ(matrix_of(Z, lengthscales), Matrix::Identity(5, 5));
    const Contraction contraction = contract_of(Z, lengthscales, G, 2);
    EXPECT_EQ(contraction.d_Z, Matrix::Zero(2, 5));
    EXPECT_EQ(contraction.d_log_lengthscales, Vector::Zero(2));
    Vector d_new = Vector::Zero(2);
    cross_contract(Z, Vector::Constant(2, 2.0), lengthscales, Vector::Ones(5), d_new);
    EXPECT_EQ(d_new, Vector::Zero(2));
  }
}

TEST(Matern52Edge, EqualLengthscalesAreTheIsotropicKernel) {
  RandomStream stream(7);
  const Matrix Z = random_points(stream, 3, 8);
  const double lengthscale = 0.4;
  const Matrix K = matrix_of(Z, Vector::Constant(3, lengthscale));
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 8; ++j)
      EXPECT_NEAR(K(i, j), value((Z.col(i) - Z.col(j)).squaredNorm() / (lengthscale * lengthscale)), 1e-14);
  // The one shared lengthscale has the sum of the derivatives.
  const Matrix G = random_symmetric(stream, 8);
  const auto f = [&](const Vector& log_lengthscale) {
    return G.cwiseProduct(matrix_of(Z, Vector::Constant(3, std::exp(log_lengthscale[0])))).sum();
  };
  const Contraction contraction = contract_of(Z, Vector::Constant(3, lengthscale), G, 0);
  testing::expect_gradient(f, Vector::Constant(1, std::log(lengthscale)),
                           Vector::Constant(1, contraction.d_log_lengthscales.sum()), 1e-9);
}

}  // namespace
}  // namespace craggy::matern52
