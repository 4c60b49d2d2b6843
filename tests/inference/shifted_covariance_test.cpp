#include "inference/shifted_covariance.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "kernels/matern52.hpp"
#include "linalg/cholesky.hpp"

namespace craggy {
namespace {

TEST(ShiftedCovariance, AgreesWithAFactorisationPerShift) {
  RandomStream stream(5);
  for (Index N : {1, 2, 3, 7, 40}) {
    Matrix X(2, N);
    for (double& x : X.reshaped()) x = stream.uniform();
    if (N > 3) X.col(1) = X.col(0);
    Vector y(N);
    for (double& value : y) value = stream.normal();
    Matrix K(N, N);
    matern52::matrix(X, Vector::Constant(2, 0.5), K);
    const ShiftedCovariance shifted(K, y);

    std::vector<double> shifts;  // more than are treated at a time
    for (double log_shift = -12.0; log_shift < 30.0; log_shift += 1.3) shifts.push_back(std::exp(log_shift));
    std::vector<LogDeterminantAndForm> results(shifts.size());
    shifted.evaluate(shifts, results);
    for (std::size_t i = 0; i < shifts.size(); ++i) {
      Matrix C = K;
      C.diagonal().array() += shifts[i];
      Cholesky cholesky;
      ASSERT_TRUE(cholesky.factorise(C));
      Vector alpha = y;
      cholesky.solve_in_place(alpha);
      EXPECT_NEAR(results[i].log_determinant, cholesky.log_determinant(), 1e-8 * static_cast<double>(N));
      EXPECT_NEAR(results[i].form / y.dot(alpha), 1.0, 1e-8) << N << " " << shifts[i];
    }
  }
}

// Two points of which one was observed three times and the other twice, with values that differ by far more
// than τ allows.
TEST(ShiftedCovariance, IsExactForRepeatedPoints) {
  const double k = 0.3;
  Matrix K(5, 5);
  K << 1, k, 1, 1, k,  //
      k, 1, k, k, 1,   //
      1, k, 1, 1, k,   //
      1, k, 1, 1, k,   //
      k, 1, k, k, 1;
  Vector y(5);
  y << 1, 4, 2, 6, -2;
  const double tau = 1e-14;
  const std::vector<double> shifts = {tau};
  std::vector<LogDeterminantAndForm> results(1);
  ShiftedCovariance(K, y).evaluate(shifts, results);
  // To leading order in τ: the two group means have the covariance K, the rest the variance τ.
  const double within = 4 + 1 + 9 + 9 + 9;
  EXPECT_NEAR(results[0].log_determinant, std::log(3 * 2 * (1 - k * k)) + 3 * std::log(tau), 1e-10);
  EXPECT_NEAR(results[0].form / (within / tau), 1.0, 1e-10);
}

TEST(ShiftedCovariance, SaysWhereRoundingLeavesNothing) {
  RandomStream stream(6);
  Matrix X(1, 30);
  for (double& x : X.reshaped()) x = stream.uniform();
  Matrix K(30, 30);
  matern52::matrix(X, Vector::Constant(1, 1e4), K);
  const ShiftedCovariance shifted(K, Vector::LinSpaced(30, -1, 1));
  const std::vector<double> shifts = {1e-3, 1e-20};
  std::vector<LogDeterminantAndForm> results(2);
  shifted.evaluate(shifts, results);
  EXPECT_TRUE(std::isfinite(results[0].log_determinant));
  EXPECT_TRUE(std::isnan(results[1].log_determinant));
}

}  // namespace
}  // namespace craggy
