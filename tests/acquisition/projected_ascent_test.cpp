#include "acquisition/projected_ascent.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "acquisition/function_acquisition.hpp"
#include "base/cancellation.hpp"
#include "base/random.hpp"
#include "posterior/conditioned_gp.hpp"

namespace craggy {
namespace {

constexpr Index enough = 100;

// Where the projection of the gradient back into the cube is 0, a concave function has its maximum in the
// cube.
void expect_maximum_of_concave(const Acquisition& acquisition, const Maximum& maximum, double tolerance) {
  Vector gradient;
  acquisition.evaluate_with_gradient(maximum.x, gradient);
  const Vector moved = (maximum.x + gradient).cwiseMax(0.0).cwiseMin(1.0);
  EXPECT_LT((moved - maximum.x).cwiseAbs().maxCoeff(), tolerance);
}

TEST(ProjectedAscent, ReachesTheMaximumOfQuadraticsFromAnywhere) {
  RandomStream stream(1);
  for (Index Q : {1, 2, 6, 20})
    for (double coupling : {0.0, 0.6})
      for (int repeat = 0; repeat < 20; ++repeat) {
        Vector peak(Q);
        Vector start(Q);
        // Peaks inside, on borders and beyond; starts inside and on borders.
        for (double& p : peak) p = stream.uniform(-0.6, 1.6);
        for (double& s : start) s = std::min(1.0, std::max(0.0, stream.uniform(-0.3, 1.3)));
        const auto acquisition = testing::quadratic(peak, coupling);
        const Maximum maximum = ascend(acquisition, start, enough);
        expect_maximum_of_concave(acquisition, maximum, 1e-5);
        EXPECT_TRUE((maximum.x.array() >= 0.0).all() && (maximum.x.array() <= 1.0).all());
      }
}

TEST(ProjectedAscent, DoesNotDependOnTheScaleOfTheAcquisition) {
  const Vector peak = (Vector(3) << 0.2, 0.7, 1.3).finished();
  for (double scale : {1e-6, 1.0, 1e8, 1e150, 1e290}) {
    const auto acquisition = testing::quadratic(peak, 0.5, scale);
    const Maximum maximum = ascend(acquisition, Vector::Constant(3, 0.5), enough);
    EXPECT_LT(acquisition.num_gradients(), 20) << scale;
    EXPECT_NEAR(maximum.x[2], 1.0, 1e-3) << scale;
    // With x_3 held at 1: x_1 − 0.2 + 0.5·(x_2 − 0.7) = 0.15 and the like.
    EXPECT_NEAR(maximum.x[0], 0.3, 1e-2) << scale;
    EXPECT_NEAR(maximum.x[1], 0.8, 1e-2) << scale;
  }
}

TEST(ProjectedAscent, DoesNotLeapAcrossTheCube) {
  // Nearly a slope: the curvature alone would ask for steps of 5e5.
  std::vector<double> visited;
  const testing::FunctionAcquisition slope(1, [&](const Vector& x, Vector& gradient) {
    visited.push_back(x[0]);
    gradient[0] = 1.0 - 2e-6 * x[0];
    return x[0] - 1e-6 * x[0] * x[0];
  });
  EXPECT_EQ(ascend(slope, Vector::Constant(1, 0.05), enough).x[0], 1.0);
  for (std::size_t i = 1; i < visited.size(); ++i) EXPECT_LE(visited[i] - visited[i - 1], 0.5);
}

TEST(ProjectedAscent, ClimbsACurvedRidge) {
  // Rosenbrock's valley upside down, its peak at (0.75, 0.75) in the cube.
  const testing::FunctionAcquisition ridge(2, [](const Vector& x, Vector& gradient) {
    const double a = (x[0] - 0.25) * 2.0;
    const double b = (x[1] - 0.25) * 2.0;
    const double off = b - a * a;
    gradient[0] = 2.0 * (2.0 * (1.0 - a) + 400.0 * off * a);
    gradient[1] = 2.0 * (-200.0 * off);
    return -((1.0 - a) * (1.0 - a) + 100.0 * off * off);
  });
  const Maximum maximum = ascend(ridge, (Vector(2) << 0.05, 0.8).finished(), 200);
  EXPECT_NEAR(maximum.x[0], 0.75, 1e-4);
  EXPECT_NEAR(maximum.x[1], 0.75, 1e-4);
}

TEST(ProjectedAscent, SideBySideFindsTheHighestSummitOfAll) {
  const auto acquisition = testing::two_hills(Vector::Constant(2, 0.8), (Vector(2) << 0.3, 0.2).finished());
  RandomStream stream(4);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Matrix starts(2, 5);
    for (double& x : starts.reshaped()) x = stream.uniform();
    Maximum highest{Vector(), -1.0};
    for (Index i = 0; i < starts.cols(); ++i) {
      const Maximum alone = ascend(acquisition, starts.col(i), enough);
      if (alone.value > highest.value) highest = alone;
    }
    const Maximum together = ascend_side_by_side(acquisition, starts, enough);
    EXPECT_LT((together.x - highest.x).norm(), 1e-4);
    EXPECT_NEAR(together.value, highest.value, 1e-8);
  }
}

TEST(ProjectedAscent, GivesUpWhatCannotReachTheHighest) {
  // Two terraces. The top of the lower one is so flat that an ascent needs many steps to reach it.
  const testing::FunctionAcquisition terraces(1, [](const Vector& x, Vector& gradient) {
    const double from_top = x[0] - (x[0] < 0.5 ? 0.4 : 0.9);
    gradient[0] = x[0] < 0.5 ? -2.0 * from_top : -4.0 * std::pow(from_top, 3);
    return x[0] < 0.5 ? 1.0 - std::pow(from_top, 2) : -std::pow(from_top, 4);
  });
  const Matrix starts = (Matrix(1, 3) << 0.3, 0.6, 0.99).finished();
  const Maximum alone = ascend(terraces, starts.col(0), enough);
  const int steps_to_highest = terraces.num_gradients();
  for (Index i : {1, 2}) ascend(terraces, starts.col(i), enough);
  const int steps_one_by_one = terraces.num_gradients();
  EXPECT_EQ(ascend_side_by_side(terraces, starts, enough).value, alone.value);
  const int steps_side_by_side = terraces.num_gradients() - steps_one_by_one;
  EXPECT_GT(steps_one_by_one, steps_to_highest + 20);
  EXPECT_LT(steps_side_by_side, steps_to_highest + 20);
  EXPECT_THROW(ascend_side_by_side(terraces, Matrix(1, 0), enough), InvalidArgument);
}

TEST(ProjectedAscent, NeverEndsBelowItsStart) {
  RandomStream stream(2);
  for (int repeat = 0; repeat < 50; ++repeat) {
    // A jagged function with a gradient that is simply wrong.
    const testing::FunctionAcquisition jagged(3, [](const Vector& x, Vector& gradient) {
      gradient = Vector::Constant(3, 1e3 * std::sin(1e4 * x.sum()));
      return std::sin(1e3 * x[0]) + std::floor(20.0 * x[1]) - x[2];
    });
    const Vector start = Vector::NullaryExpr(3, [&] { return stream.uniform(); });
    Vector unused(3);
    EXPECT_GE(ascend(jagged, start, enough).value, jagged.evaluate_with_gradient(start, unused));
  }
}

TEST(ProjectedAscent, StaysOnPlateausAndAtPeaks) {
  const testing::FunctionAcquisition flat(2, [](const Vector&, Vector& gradient) {
    gradient.setZero();
    return 3.0;
  });
  const Vector start = Vector::Constant(2, 0.4);
  EXPECT_EQ(ascend(flat, start, enough).x, start);
  EXPECT_EQ(ascend(testing::quadratic(start), start, enough).x, start);
}

TEST(ProjectedAscent, TurnsBackFromValuesThatAreNotFinite) {
  // Rises towards x = 0.7, behind which there is nothing.
  for (double behind : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const testing::FunctionAcquisition cliff(1, [behind](const Vector& x, Vector& gradient) {
      gradient[0] = 1.0;
      return x[0] > 0.7 ? behind : x[0];
    });
    const Maximum maximum = ascend(cliff, Vector::Constant(1, 0.1), 200);
    EXPECT_LE(maximum.x[0], 0.7);
    EXPECT_GT(maximum.x[0], 0.65);
    EXPECT_EQ(maximum.value, maximum.x[0]);
  }

  const testing::FunctionAcquisition nothing(1, [](const Vector&, Vector& gradient) {
    gradient[0] = 1.0;
    return std::numeric_limits<double>::infinity();
  });
  EXPECT_EQ(ascend(nothing, Vector::Constant(1, 0.1), 200).value, -std::numeric_limits<double>::infinity());

  const testing::FunctionAcquisition no_gradient(1, [](const Vector&, Vector& gradient) {
    gradient[0] = std::nan("");
    return 2.0;
  });
  EXPECT_EQ(ascend(no_gradient, Vector::Constant(1, 0.1), 200).value, 2.0);
}

TEST(ProjectedAscent, TellsWhatEachStartReached) {
  const auto acquisition = testing::two_hills(Vector::Constant(1, 0.85), Vector::Constant(1, 0.3));
  const Matrix starts = (Matrix(1, 3) << 0.25, 0.8, 0.9).finished();
  const std::vector<Maximum> summits = ascend_each(acquisition, starts, enough);
  ASSERT_EQ(summits.size(), 3u);
  EXPECT_LT(summits[0].value, 1.2);  // the lower hill, perhaps not to its top
  EXPECT_NEAR(summits[1].x[0], 0.85, 1e-2);
  EXPECT_NEAR(summits[2].x[0], 0.85, 1e-2);
  const Maximum highest = ascend_side_by_side(acquisition, starts, enough);
  EXPECT_EQ(highest.value, std::max(summits[1].value, summits[2].value));
}

TEST(ProjectedAscent, StopsWhenTold) {
  std::stop_source source;
  source.request_stop();
  const std::stop_token stop = source.get_token();
  const StopScope scope(stop);
  EXPECT_THROW(ascend(testing::quadratic(Vector::Constant(1, 0.5)), Vector::Zero(1), enough), Cancelled);
}

}  // namespace
}  // namespace craggy
