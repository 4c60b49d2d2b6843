#include "kernels/main_effects.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "kernels/matern52.hpp"
#include "support/gradient_check.hpp"

namespace craggy::main_effects {
namespace {

constexpr Index N = 6;
constexpr Index P = 5;
const GroupEnds ends = {1, 3, 4};  // the last coordinate is a latent

// The formula as it is written, one pair at a time.
double naive(const Vector& z, const Vector& z_other, const Vector& l, double share) {
  const Vector squared = ((z - z_other).array() / l.array()).square();
  const double effects = matern52::value(3.0 * squared[0]) +
                         matern52::value(3.0 * (squared[1] + squared[2])) + matern52::value(3.0 * squared[3]);
  return (1.0 - share) * matern52::value(squared.sum()) + share / 3.0 * effects;
}

class MainEffects : public ::testing::Test {
 protected:
  RandomStream stream_{5};
  Matrix Z_ = Matrix::NullaryExpr(P, N, [&] { return stream_.uniform(); });
  Matrix Z_new_ = Matrix::NullaryExpr(P, 3, [&] { return stream_.uniform(); });
  Vector l_ = Vector::NullaryExpr(P, [&] { return std::exp(0.5 * stream_.normal()); });
  double share_ = 0.3;
};

TEST_F(MainEffects, MatrixAndCrossAreTheFormula) {
  Matrix K(N, N);
  matrix(Z_, l_, ends, share_, K);
  for (Index i = 0; i < N; ++i)
    for (Index j = 0; j < N; ++j) EXPECT_NEAR(K(i, j), naive(Z_.col(i), Z_.col(j), l_, share_), 1e-14);
  Matrix k(N, 3);
  cross(Z_, Z_new_, l_, ends, share_, k);
  for (Index n = 0; n < N; ++n)
    for (Index c = 0; c < 3; ++c) EXPECT_NEAR(k(n, c), naive(Z_.col(n), Z_new_.col(c), l_, share_), 1e-14);
}

TEST_F(MainEffects, WithoutAShareItIsTheMaternKernel) {
  Matrix K(N, N);
  Matrix expected(N, N);
  matrix(Z_, l_, ends, 0.0, K);
  matern52::matrix(Z_, l_, expected);
  EXPECT_EQ(K, expected);
}

// However far apart they are otherwise.
TEST_F(MainEffects, PointsThatShareAnInputShareItsEffect) {
  Matrix Z = Matrix::Zero(P, 2);
  Z.col(1) << 0.0, 1e3, 1e3, 1e3, 1e3;
  Matrix K(2, 2);
  matrix(Z, l_, ends, share_, K);
  EXPECT_NEAR(K(0, 1), share_ / 3.0, 1e-14);
}

TEST_F(MainEffects, ContractionIsTheGradient) {
  Matrix G = Matrix::NullaryExpr(N, N, [&] { return stream_.normal(); });
  G = (G + G.transpose()).eval();
  Vector d_log_l = Vector::Zero(P);
  Matrix d_Z = Matrix::Zero(P, N);
  const double d_share = contract(Z_, l_, ends, share_, G, d_log_l, d_Z);
  const auto objective = [&](const Vector& x) {  // log l, Z, share
    Matrix K(N, N);
    matrix(x.segment(P, P * N).reshaped(P, N), x.head(P).array().exp().matrix(), ends, x[P + P * N], K);
    return G.cwiseProduct(K).sum();
  };
  Vector x(P + P * N + 1);
  x << l_.array().log(), Z_.reshaped(), share_;
  Vector gradient(x.size());
  gradient << d_log_l, d_Z.reshaped(), d_share;
  testing::expect_gradient(objective, x, gradient);
}

TEST_F(MainEffects, CrossContractionIsTheGradient) {
  const Vector weights = Vector::NullaryExpr(N, [&] { return stream_.normal(); });
  Vector gradient = Vector::Zero(P);
  cross_contract(Z_, Z_new_.col(0), l_, ends, share_, weights, gradient);
  const auto objective = [&](const Vector& z_new) {
    Matrix k(N, 1);
    cross(Z_, z_new, l_, ends, share_, k);
    return weights.dot(k.col(0));
  };
  testing::expect_gradient(objective, Z_new_.col(0), gradient);
}

}  // namespace
}  // namespace craggy::main_effects
