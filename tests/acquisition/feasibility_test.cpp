#include "acquisition/feasibility.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "base/special_functions.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

class FeasibilityTest : public ::testing::Test {
 protected:
  static constexpr Index Q = 2;
  std::shared_ptr<const Dataset> data_ = testing::rippled_bowl(Q, 10);
  Posterior posterior_ = testing::prior_posterior("noiseless", data_, 6);
  RandomStream stream_{61};
  Vector weights_ = (Vector(6) << 1.0, 0.0, 2.0, 0.0, 0.0, 1.0).finished();

  double naive(const Vector& x, const Vector& weights) const {
    const PredictiveComponents at = posterior_.components(x);
    double probability = 0.0;
    for (Index c = 0; c < 6; ++c)
      probability += weights[c] / weights.sum() * normal_cdf(-at.mean(c, 0) / std::sqrt(at.variance(c, 0)));
    return probability;
  }
};

TEST_F(FeasibilityTest, IsTheMeanOverDraws) {
  const Matrix X = testing::uniform_points(Q, 100, stream_);
  const Vector plain = log_feasibility(posterior_)->evaluate(X);
  const Vector weighted = log_feasibility(posterior_, weights_)->evaluate(X);
  for (Index m = 0; m < X.cols(); ++m) {
    EXPECT_NEAR(plain[m], std::log(naive(X.col(m), Vector::Ones(6))), 1e-9);
    EXPECT_NEAR(weighted[m], std::log(naive(X.col(m), weights_)), 1e-9);
  }
}

TEST_F(FeasibilityTest, HasGradients) {
  for (int i = 0; i < 6; ++i) {
    const auto acquisition = i % 2 == 0 ? log_feasibility(posterior_) : log_feasibility(posterior_, weights_);
    const Vector x = testing::uniform_points(Q, 1, stream_).array() * 0.6 + 0.2;
    Vector gradient;
    const double value = acquisition->evaluate_with_gradient(x, gradient);
    EXPECT_NEAR(value, acquisition->evaluate(x)[0], 1e-7 * std::max(1.0, std::abs(value)));
    testing::expect_gradient([&](const Vector& at) { return acquisition->evaluate(at)[0]; }, x, gradient,
                             1e-5, 3e-3);
  }
}

// At an observation the sd is a thousandth of the value: the probability is 1e-200000 or so, its log is not.
TEST_F(FeasibilityTest, IsFiniteWhereTheConstraintNeverHolds) {
  Index highest = 0;
  ASSERT_GT(data_->y.maxCoeff(&highest), 1.0);
  const auto acquisition = log_feasibility(posterior_);
  Vector gradient;
  for (const double offset : {0.0, 1e-9, 1e-3}) {
    const Vector x = data_->X.col(highest).array() + offset;
    const double value = acquisition->evaluate_with_gradient(x, gradient);
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_LT(value, -100.0);
    EXPECT_TRUE(gradient.allFinite());
  }
}

TEST_F(FeasibilityTest, WeightsAreChecked) {
  EXPECT_THROW(log_feasibility(posterior_, Vector::Ones(5)), InvalidArgument);
  EXPECT_THROW(log_feasibility(posterior_, Vector::Zero(6)), InvalidArgument);
  EXPECT_THROW(log_feasibility(posterior_, Vector::Constant(6, -1.0)), InvalidArgument);
}

}  // namespace
}  // namespace craggy
