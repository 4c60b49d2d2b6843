#include "samplers/fisher_metric.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy {
namespace {

Vector normal_vector(Index size, RandomStream& stream) {
  Vector result(size);
  for (double& x : result) x = stream.normal();
  return result;
}

// The gradient of a Gaussian's log density at a draw x ~ N(0, A⁻¹) is −A·x, whose covariance is A.
TEST(FisherMetric, FindsThePrecisionOfAGaussian) {
  Matrix A(3, 3);
  A << 50.0, -49.0, 0.0, -49.0, 50.0, 0.5, 0.0, 0.5, 2.0;
  const Matrix L = DenseMetric::from(A).factor;
  RandomStream stream(5);
  FisherMetric one(3);
  FisherMetric other(3);
  for (int i = 0; i < 20000; ++i) (i % 2 == 0 ? one : other).add(L * normal_vector(3, stream));
  one.merge(other);
  EXPECT_EQ(one.num_draws(), 20000.0);
  EXPECT_LT((one.mean() - A).cwiseAbs().maxCoeff(), 2.0);
  EXPECT_EQ(one.metric().M, one.mean() + Matrix::Identity(3, 3));
}

TEST(FisherMetric, GoesOnFromAMeanThatCountsForSomeDraws) {
  FisherMetric metric(Matrix::Constant(2, 2, 3.0), 3.0);
  metric.add(Vector::Constant(2, 1.0));
  EXPECT_TRUE(metric.mean().isApprox(Matrix::Constant(2, 2, 2.5)));
}

TEST(FisherMetric, LeavesOutGradientsThatAreNotFinite) {
  FisherMetric metric(2);
  metric.add(Vector::Constant(2, std::numeric_limits<double>::infinity()));
  EXPECT_EQ(metric.num_draws(), 0.0);
  EXPECT_EQ(metric.metric().M, Matrix(Matrix::Identity(2, 2)));
}

TEST(DenseMetric, ItsPartsBelongTogether) {
  Matrix M(2, 2);
  M << 4.0, 1.0, 1.0, 3.0;
  const DenseMetric metric = DenseMetric::from(M);
  EXPECT_TRUE((metric.inverse * M).isIdentity(1e-14));
  EXPECT_TRUE((metric.factor * metric.factor.transpose()).isApprox(M, 1e-14));
  EXPECT_EQ(metric.inverse, Matrix(metric.inverse.transpose()));
}

TEST(DenseMetric, IsTheIdentityWhereThereIsNoOther) {
  Matrix indefinite(2, 2);
  indefinite << 1.0, 2.0, 2.0, 1.0;
  EXPECT_EQ(DenseMetric::from(indefinite).M, Matrix(Matrix::Identity(2, 2)));
}

}  // namespace
}  // namespace craggy
