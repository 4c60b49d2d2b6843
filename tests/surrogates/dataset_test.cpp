#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/surrogates/dataset.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

Matrix some_inputs(Index N) { return Matrix::Constant(2, N, 0.5); }

TEST(Dataset, StandardisesToMeanZeroAndPopulationVarianceOne) {
  Vector y(4);
  y << 1.0, 2.0, 4.0, 9.0;
  const Dataset data = make_dataset(some_inputs(4), y);
  EXPECT_NEAR(data.y.mean(), 0.0, 1e-15);
  EXPECT_NEAR(data.y.squaredNorm() / 4.0, 1.0, 1e-14);
  for (Index n = 0; n < 4; ++n)
    EXPECT_NEAR(data.standardisation.shift + data.standardisation.scale * data.y[n], y[n], 1e-14);
}

TEST(Dataset, AConstantHistoryIsOnlyCentred) {
  for (double value : {0.0, 7.5, -1e300, 1e-310}) {
    const Dataset data = make_dataset(some_inputs(3), Vector::Constant(3, value));
    EXPECT_EQ(data.y, Vector::Zero(3));
    EXPECT_EQ(data.standardisation.shift, value);
    EXPECT_EQ(data.standardisation.scale, 1.0);
  }
}

TEST(Dataset, ExtremeValuesNeitherOverflowNorVanish) {
  for (double magnitude : {1e300, 1.7e308, 1e-300, 1e-320}) {
    Vector y(3);
    y << -magnitude, 0.0, magnitude;
    const Dataset data = make_dataset(some_inputs(3), y);
    EXPECT_NEAR(data.y[0], -std::sqrt(1.5), 1e-3) << magnitude;
    EXPECT_NEAR(data.y[2], std::sqrt(1.5), 1e-3) << magnitude;
    EXPECT_TRUE(std::isfinite(data.standardisation.scale));
  }
}

TEST(Dataset, BadInputIsNamed) {
  Matrix X = some_inputs(2);
  X(1, 0) = 1.5;
  EXPECT_EQ(testing::message_of([&] { make_dataset(X, Vector::Zero(2)); }),
            "x2 of observation 1 is 1.5, but it has to be in the unit cube, 0 … 1");
  Vector y = Vector::Zero(2);
  y[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(testing::message_of([&] { make_dataset(some_inputs(2), y); }),
            "y of observation 2 is nan, but it has to be a finite number");
  EXPECT_THROW(make_dataset(some_inputs(2), Vector::Zero(3)), InvalidArgument);
  EXPECT_THROW(make_dataset(Matrix(2, 0), Vector()), InvalidArgument);
  EXPECT_THROW(make_dataset(Matrix(0, 1), Vector::Zero(1)), InvalidArgument);
}

}  // namespace
}  // namespace craggy
