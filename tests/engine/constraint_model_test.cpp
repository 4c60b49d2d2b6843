#include "engine/constraint_model.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "acquisition/feasibility.hpp"
#include "base/random.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

Vector of(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Index>(values.size()));
}

double mean_square(const Vector& values) { return values.squaredNorm() / static_cast<double>(values.size()); }

TEST(ScaledConstraint, KeepsSignAndOrder) {
  const Vector values = of({-3.0, 1e-9, 0.5, -0.25, 0.0, 40.0, -1e-300});
  const Vector scaled = scaled_constraint(values);
  for (Index i = 0; i < values.size(); ++i)
    for (Index j = 0; j < values.size(); ++j) {
      if (values[i] < values[j]) {
        EXPECT_LE(scaled[i], scaled[j]) << i << ' ' << j;
      }
    }
  EXPECT_LT(scaled[0], scaled[3]);
  EXPECT_EQ(scaled[4], 0.0);
  EXPECT_GT(scaled[1], 0.0);
  EXPECT_LT(scaled[3], 0.0);
  EXPECT_NEAR(mean_square(scaled), 1.0, 1e-12);
}

TEST(ScaledConstraint, IsBoundedWhateverTheValues) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (const Vector& values :
       {of({largest, -largest, 1.0}), of({5e-324, -largest}), of({1e300, -1e-300, 2.0}), of({-5e-324}),
        of({0.0, 0.0}), of({1e12, -0.1, -0.2, -0.3}), of({largest, largest})}) {
    const Vector scaled = scaled_constraint(values);
    EXPECT_TRUE(scaled.allFinite());
    EXPECT_LE(scaled.cwiseAbs().maxCoeff(), std::sqrt(static_cast<double>(values.size())) + 1e-12);
    EXPECT_NEAR(mean_square(scaled), 1.0, 1e-12);
  }
  // One huge violation leaves the rest its shape.
  const Vector scaled = scaled_constraint(of({1e12, -0.1, -0.2, -0.3, 0.2}));
  EXPECT_GT(scaled[1] - scaled[3], 0.3);
}

TEST(ScaledConstraint, DoesNotDependOnTheUnit) {
  const Vector values = of({-3.0, 0.5, 2.0, -0.25});
  EXPECT_LT((scaled_constraint(1e200 * values) - scaled_constraint(values)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ScaledConstraint, NoViolationIsBelowTheThreshold) {
  const Vector scaled = scaled_constraint(of({0.0, 2.0, 0.0, 1.0, 3.0}));
  EXPECT_LT(scaled[0], -0.5);
  EXPECT_EQ(scaled[0], scaled[2]);
  EXPECT_LT(scaled_constraint(of({0.0, 0.0})).maxCoeff(), 0.0);
  // Next to negative values a 0 is what it says.
  EXPECT_EQ(scaled_constraint(of({0.0, -1.0}))[0], 0.0);
}

TEST(ConstraintModel, KnowsWhatItHasSeen) {
  RandomStream stream(3);
  const Matrix X = testing::uniform_points(2, 20, stream);
  const Vector values = X.row(0).array() - 0.5;
  for (const bool noisy : {false, true}) {
    const Posterior posterior =
        fit_constraint(X, values, noisy, std::sqrt(2.0), default_simd_level(), {1, 2});
    const auto probability = log_feasibility(posterior);
    const Matrix inside = (Matrix(2, 2) << 0.1, 0.3, 0.5, 0.5).finished();
    const Matrix outside = (Matrix(2, 2) << 0.9, 0.7, 0.5, 0.5).finished();
    EXPECT_GT(probability->evaluate(inside).minCoeff(), std::log(noisy ? 0.8 : 0.98)) << noisy;
    EXPECT_LT(probability->evaluate(outside).maxCoeff(), std::log(noisy ? 0.2 : 0.02)) << noisy;
  }
}

// Ten points on one side all say the same: certain there, and not at all on the other side.
TEST(ConstraintModel, FarFromAllPointsEitherIsPossible) {
  RandomStream stream(3);
  Matrix X = testing::uniform_points(2, 10, stream);
  X.row(0) *= 0.3;
  for (const double value : {1.0, -1.0}) {
    const Posterior posterior =
        fit_constraint(X, Vector::Constant(10, value), false, std::sqrt(2.0), default_simd_level(), {1, 2});
    const Matrix at = (Matrix(2, 2) << X(0, 0), 1.0, X(1, 0), 0.5).finished();
    const Vector probability = log_feasibility(posterior)->evaluate(at).array().exp();
    EXPECT_NEAR(probability[0], value < 0.0 ? 1.0 : 0.0, 1e-6);
    EXPECT_NEAR(probability[1], value < 0.0 ? 0.95 : 0.05, 0.03);
  }
}

}  // namespace
}  // namespace craggy
