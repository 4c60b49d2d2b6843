#include <gtest/gtest.h>

#include <craggy/acquisition/in_box.hpp>
#include <craggy/acquisition/keep_away.hpp>
#include <craggy/base/error.hpp>

#include "support/gradient_check.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

TEST(InBox, IsCutToTheUnitCube) {
  const Box box = box_around(Vector{{0.05, 0.5, 1.0}}, 0.4);
  EXPECT_TRUE(box.lower.isApprox(Vector{{0.0, 0.3, 0.8}}));
  EXPECT_TRUE(box.width.isApprox(Vector{{0.25, 0.4, 0.2}}));
  EXPECT_LE(box.from_unit(Vector::Ones(3)).maxCoeff(), 1.0);
  EXPECT_EQ(box_around(Vector{{0.2, 0.9}}, 2.0).width, Vector::Ones(2));
  EXPECT_THROW(box_around(Vector{{0.5}}, 0.0), InvalidArgument);
}

TEST(InBox, MapsThereAndBack) {
  RandomStream stream(71);
  const Box box = box_around(Vector{{0.1, 0.6}}, 0.3);
  const Matrix U = testing::uniform_points(2, 9, stream);
  for (Index m = 0; m < U.cols(); ++m) {
    const Vector x = box.from_unit(U.col(m));
    EXPECT_GE((x - box.lower).minCoeff(), 0.0);
    EXPECT_LE((x - (box.lower + box.width)).maxCoeff(), 0.0);
    EXPECT_TRUE(box.to_unit(x).isApprox(U.col(m), 1e-12));
  }
  EXPECT_EQ(box.to_unit(Vector{{0.9, 0.0}}), (Vector{{1.0, 0.0}}));
}

TEST(InBox, HasValuesAndGradientsOfTheWhole) {
  RandomStream stream(72);
  const auto whole = log_keep_away(testing::uniform_points(2, 5, stream), 0.3);
  const Box box = box_around(Vector{{0.3, 0.95}}, 0.4);
  const auto part = in_box(*whole, box);
  EXPECT_EQ(part->num_inputs(), 2);
  const Matrix U = testing::uniform_points(2, 4, stream);
  const Vector values = part->evaluate(U);
  Matrix gradients;
  EXPECT_EQ(part->evaluate_with_gradients(U, gradients), values);
  for (Index m = 0; m < U.cols(); ++m) {
    EXPECT_EQ(values[m], whole->evaluate(box.from_unit(U.col(m)))[0]);
    Vector gradient;
    EXPECT_EQ(part->evaluate_with_gradient(U.col(m), gradient), values[m]);
    testing::expect_gradient([&](const Vector& u) { return part->evaluate(u)[0]; }, U.col(m), gradient);
    EXPECT_EQ(gradients.col(m), gradient);
  }
}

TEST(InBox, HasAsManySidesAsInputs) {
  const auto whole = log_keep_away(Matrix::Zero(2, 1), 0.3);
  EXPECT_THROW(in_box(*whole, box_around(Vector{{0.5}}, 0.4)), InvalidArgument);
}

}  // namespace
}  // namespace craggy
