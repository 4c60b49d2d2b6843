#include "acquisition/log_product.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "acquisition/feasibility.hpp"
#include "base/random.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

class LogProductTest : public ::testing::Test {
 protected:
  static constexpr Index Q = 2;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, 10);
  Posterior objective_ = testing::prior_posterior("latent", data_, 5);
  Posterior constraint_ = testing::prior_posterior("noiseless", testing::rippled_bowl(Q, 7, 2), 4);
  RandomStream stream_{62};

  std::unique_ptr<Acquisition> product() const {
    std::vector<std::unique_ptr<Acquisition>> factors;
    factors.push_back(log_expected_improvement(objective_, -1.0));
    factors.push_back(log_feasibility(constraint_));
    return log_product(std::move(factors));
  }

  void expect_consistent(const Acquisition& acquisition) {
    EXPECT_EQ(acquisition.num_inputs(), Q);
    Matrix X = testing::uniform_points(Q, 5, stream_);
    X = X.array() * 0.6 + 0.2;
    const Vector values = acquisition.evaluate(X);
    Matrix gradients;
    const Vector again = acquisition.evaluate_with_gradients(X, gradients);
    for (Index m = 0; m < X.cols(); ++m) {
      Vector gradient;
      EXPECT_NEAR(acquisition.evaluate_with_gradient(X.col(m), gradient), values[m], 1e-6);
      EXPECT_NEAR(again[m], values[m], 1e-6);
      EXPECT_LT((gradients.col(m) - gradient).norm(), 1e-8 * (1.0 + gradient.norm()));
      testing::expect_gradient([&](const Vector& at) { return acquisition.evaluate(at)[0]; }, X.col(m),
                               gradient, 1e-5, 3e-3);
    }
  }
};

TEST_F(LogProductTest, IsTheSumOfItsLogs) {
  const Matrix X = testing::uniform_points(Q, 50, stream_);
  const Vector expected =
      log_expected_improvement(objective_, -1.0)->evaluate(X) + log_feasibility(constraint_)->evaluate(X);
  EXPECT_LT((product()->evaluate(X) - expected).cwiseAbs().maxCoeff(), 1e-12);
  expect_consistent(*product());
  EXPECT_THROW(log_product({}), InvalidArgument);
}

TEST_F(LogProductTest, ABoundBecomesAWorth) {
  const Matrix X = testing::uniform_points(Q, 50, stream_);
  const Vector bounds = lower_confidence_bound(objective_)->evaluate(X);
  for (const double shift : {-60.0, -1.0, 0.0, 80.0}) {
    const auto worth = log_softplus(lower_confidence_bound(objective_), shift);
    const Vector values = worth->evaluate(X);
    for (Index m = 0; m < X.cols(); ++m) {
      const double naive = std::log(std::log1p(std::exp(bounds[m] + shift)));
      EXPECT_NEAR(values[m], naive, 1e-9 * std::max(1.0, std::abs(naive)));
    }
    expect_consistent(*worth);
  }
  EXPECT_THROW(log_softplus(lower_confidence_bound(objective_), INFINITY), InvalidArgument);
}

}  // namespace
}  // namespace craggy
