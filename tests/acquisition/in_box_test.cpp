#include "acquisition/in_box.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "acquisition/keep_away.hpp"
#include "base/random.hpp"
#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

class InBox : public ::testing::Test {
 protected:
  InBox() : points_(testing::uniform_points(3, 4, stream_)), inner_(log_keep_away(points_, 0.4)) {}

  void expect_consistent(const Acquisition& acquisition) {
    const Matrix X = testing::uniform_points(3, 5, stream_);
    const Vector values = acquisition.evaluate(X);
    Matrix gradients;
    EXPECT_EQ(acquisition.evaluate_with_gradients(X, gradients), values);
    for (Index m = 0; m < X.cols(); ++m) {
      Vector gradient;
      EXPECT_EQ(acquisition.evaluate_with_gradient(X.col(m), gradient), values[m]);
      EXPECT_EQ(gradient, gradients.col(m));
      testing::expect_gradient([&](const Vector& at) { return acquisition.evaluate(at)[0]; }, X.col(m),
                               gradient);
    }
  }

  RandomStream stream_{71};
  Matrix points_;
  std::unique_ptr<Acquisition> inner_;
  Vector low_ = Vector{{0.2, 0.0, 0.5}};
  Vector high_ = Vector{{0.4, 1.0, 0.6}};
};

TEST_F(InBox, ACubeIsStretchedOverIt) {
  const auto acquisition = stretched_over_box(*inner_, low_, high_);
  EXPECT_EQ(acquisition->num_inputs(), 3);
  const Vector middle = Vector{{0.3, 0.5, 0.55}};
  EXPECT_NEAR(acquisition->evaluate(Vector::Constant(3, 0.5))[0], inner_->evaluate(middle)[0], 1e-12);
  EXPECT_EQ(acquisition->evaluate(Vector::Zero(3))[0], inner_->evaluate(low_)[0]);
  expect_consistent(*acquisition);
}

TEST_F(InBox, LeavingItHasAPrice) {
  const auto acquisition = drawn_into_box(*inner_, low_, high_, {0, 2}, 0.5);
  const Vector inside = Vector{{0.3, 0.9, 0.55}};
  EXPECT_EQ(acquisition->evaluate(inside)[0], inner_->evaluate(inside)[0]);
  const Vector outside = Vector{{0.5, 0.9, 0.3}};  // by 0.1 and by 0.2
  EXPECT_NEAR(acquisition->evaluate(outside)[0], inner_->evaluate(outside)[0] - 50 * (0.2 * 0.2 + 0.4 * 0.4),
              1e-12);
  expect_consistent(*acquisition);
  EXPECT_THROW(drawn_into_box(*inner_, low_, high_, {0}, 0.0), InvalidArgument);
}

}  // namespace
}  // namespace craggy
