#include "acquisition/keep_away.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

TEST(KeepAway, IsNothingAtAPointAndOneFarAway) {
  RandomStream stream(64);
  const Matrix points = testing::uniform_points(2, 5, stream);
  const auto acquisition = log_keep_away(points, 0.05);
  EXPECT_EQ(acquisition->evaluate(points.col(3))[0], -INFINITY);
  EXPECT_NEAR(acquisition->evaluate(Vector::Constant(2, 3.0))[0], 0.0, 1e-12);
  const Matrix X = testing::uniform_points(2, 40, stream);
  const Vector values = acquisition->evaluate(X);
  for (Index m = 0; m < X.cols(); ++m) {
    double product = 1.0;
    for (Index n = 0; n < 5; ++n)
      product *= 1.0 - std::exp(-0.5 * (X.col(m) - points.col(n)).squaredNorm() / (0.05 * 0.05));
    EXPECT_NEAR(values[m], std::log(product), 1e-9);
  }
}

TEST(KeepAway, HasGradients) {
  RandomStream stream(65);
  const Matrix points = testing::uniform_points(2, 5, stream);
  const auto acquisition = log_keep_away(points, 0.3);
  const Vector x = testing::uniform_points(2, 1, stream);
  Vector gradient;
  EXPECT_EQ(acquisition->evaluate_with_gradient(x, gradient), acquisition->evaluate(x)[0]);
  testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient);
  // Far away, where e^s overflows.
  acquisition->evaluate_with_gradient(Vector::Constant(2, 1e3), gradient);
  EXPECT_TRUE(gradient.isZero(0.0));
  EXPECT_THROW(log_keep_away(points, 0.0), InvalidArgument);
}

}  // namespace
}  // namespace craggy
