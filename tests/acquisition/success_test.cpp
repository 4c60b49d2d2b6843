#include "acquisition/success.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

TEST(LogSuccess, IsTheLogOfTheProbability) {
  RandomStream stream(63);
  const SuccessModel model(testing::uniform_points(3, 8, stream), testing::uniform_points(3, 5, stream),
                           std::sqrt(3.0));
  const auto acquisition = log_success(model);
  EXPECT_EQ(acquisition->num_inputs(), 3);
  const Matrix X = testing::uniform_points(3, 30, stream);
  EXPECT_EQ(acquisition->evaluate(X), Vector(model.probability(X).array().log()));
  const Vector x = X.col(0);
  Vector gradient;
  EXPECT_NEAR(acquisition->evaluate_with_gradient(x, gradient), std::log(model.probability(x)[0]), 1e-12);
  testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient);
}

TEST(LogSuccess, TakesAPowerOfTheProbability) {
  RandomStream stream(64);
  const SuccessModel model(testing::uniform_points(2, 8, stream), testing::uniform_points(2, 5, stream),
                           std::sqrt(2.0));
  const auto plain = log_success(model);
  const auto power = log_success(model, 2.5);
  const Matrix X = testing::uniform_points(2, 30, stream);
  EXPECT_LT((power->evaluate(X) - 2.5 * plain->evaluate(X)).cwiseAbs().maxCoeff(), 1e-12);
  const Vector x = X.col(0);
  Vector gradient;
  EXPECT_NEAR(power->evaluate_with_gradient(x, gradient), power->evaluate(x)[0], 1e-12);
  testing::expect_gradient([&](const Vector& at) { return power->evaluate(at)[0]; }, x, gradient);
}

}  // namespace
}  // namespace craggy
