#include "engine/variance_shares.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace craggy {
namespace {

// Variances of the parts of an additive function: a²/12 for a·x, and 1/2 for a sine over a period.
TEST(VarianceShares, OfAnAdditiveFunctionAddUp) {
  const auto additive = [](const ConstMatrixRef& X) {
    Matrix values(2, X.cols());
    for (Index m = 0; m < X.cols(); ++m) {
      values(0, m) = 3.0 + 2.0 * X(0, m) + std::sin(2.0 * std::acos(-1.0) * X(1, m));
      values(1, m) = 1e6 + X(2, m);
    }
    return values;
  };
  const VarianceShares shares = variance_shares(3, 512, additive);
  const double linear = 4.0 / 12.0;
  const double sine = 0.5;
  const Vector expected = (Vector(3) << linear, sine, 0.0).finished() / (linear + sine);
  EXPECT_LT((shares.first.col(0) - expected).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_LT((shares.total.col(0) - expected).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_NEAR(shares.first(2, 1), 1.0, 0.02);
  EXPECT_NEAR(shares.total(2, 1), 1.0, 0.02);
  EXPECT_NEAR(shares.total(0, 1), 0.0, 1e-12);
}

// x·y around the middle: nothing by one alone, everything together.
TEST(VarianceShares, AnInteractionCountsForTheTotalOnly) {
  const auto product = [](const ConstMatrixRef& X) {
    return Matrix((X.row(0).array() - 0.5) * (X.row(1).array() - 0.5));
  };
  const VarianceShares shares = variance_shares(2, 1024, product);
  for (const Index i : {0, 1}) {
    EXPECT_NEAR(shares.first(i, 0), 0.0, 0.03);
    EXPECT_NEAR(shares.total(i, 0), 1.0, 0.05);
  }
}

TEST(VarianceShares, OfAConstantAreZero) {
  const auto constant = [](const ConstMatrixRef& X) { return Matrix(Matrix::Constant(1, X.cols(), 7.0)); };
  const VarianceShares shares = variance_shares(2, 16, constant);
  EXPECT_TRUE(shares.first.isZero(0.0));
  EXPECT_TRUE(shares.total.isZero(0.0));
}

}  // namespace
}  // namespace craggy
