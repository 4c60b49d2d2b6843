#include "engine/objective_map.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "engine/compressed_objectives.hpp"

namespace craggy {
namespace {

constexpr double huge = std::numeric_limits<double>::max();

// Knee at 5, spread 4.
const ObjectiveMap example(100.0, 0.05, 0.04);

TEST(ObjectiveMap, GoesThereAndBack) {
  for (const double y : {-huge, -1e9, -3.0, 0.0, 4.999, 5.0, 5.001, 12.0, 500.0, 1e6, 1e30, 1e150, 1e305}) {
    const double back = example.inverse(example.forward(y));
    // The inverse grows like exp(exp(t)): relative to its slope in t it is exact.
    const double slope = example.slope(y);
    EXPECT_NEAR(back, y, 1e-15 * (std::abs(y) + std::abs(example.forward(y)) / slope)) << y;
  }
}

TEST(ObjectiveMap, ChangesNothingBelowTheKnee) {
  for (const double y : {-huge, -1.0, 3.3, 4.99}) {
    EXPECT_EQ(example.forward(y), y);
    EXPECT_EQ(example.inverse(y), y);
    EXPECT_EQ(example.slope(y), 1.0);
  }
  EXPECT_TRUE(ObjectiveMap().is_identity());
  EXPECT_FALSE(example.is_identity());
  for (const double y : {-huge, 0.1, huge}) EXPECT_EQ(ObjectiveMap().inverse(y), y);
}

TEST(ObjectiveMap, TheInverseNeverFallsAndEndsAtTheLargestDouble) {
  double last = -huge;
  for (double t = 4.9; t < 60.0; t += 0.01) {
    const double y = example.inverse(t);
    EXPECT_GE(y, last) << t;
    last = y;
  }
  EXPECT_EQ(last, huge);
}

TEST(ObjectiveMap, TheSlopeIsThatOfTheMap) {
  for (const double y : {1.0, 6.0, 80.0, 3e4}) {
    const double step = 1e-5 * std::max(1.0, y);
    EXPECT_NEAR(example.slope(y), (example.forward(y + step) - example.forward(y - step)) / (2.0 * step),
                1e-6);
  }
}

TEST(ObjectiveMap, BringsMomentsBack) {
  const auto [mean, sd] = example.inverse_moments(8.0, 2.0);
  EXPECT_EQ(mean, example.inverse(8.0));
  EXPECT_DOUBLE_EQ(sd, 0.5 * (example.inverse(10.0) - example.inverse(6.0)));
  // Below the knee they are what they are, and without a map to the last bit.
  EXPECT_EQ(example.inverse_moments(3.0, 1.0).mean, 3.0);
  EXPECT_DOUBLE_EQ(example.inverse_moments(3.0, 1.0).sd, 1.0);
  EXPECT_EQ(ObjectiveMap().inverse_moments(0.1, 0.3).mean, 0.1);
  EXPECT_EQ(ObjectiveMap().inverse_moments(0.1, 0.3).sd, 0.3);
}

TEST(ObjectiveMap, MomentsStayFiniteWhateverBlewUp) {
  for (const std::vector<double>& some : {std::vector<double>{-huge, 0.0, huge},
                                          {0.0, 5e-324, huge},
                                          {1.0, 2.0, 3.0, huge},
                                          {0.0, 1.0, 1e200},
                                          {1e-300, 2e-300, 3e-300, 1e-290}}) {
    const Vector values = Eigen::Map<const Vector>(some.data(), std::ssize(some));
    const CompressedObjectives warped = compressed(values);
    for (const double mean : {-huge, -2.0, 0.0, 2.0, 9.0, 1e200, huge})
      for (const double sd : {0.0, 1e-12, 1.0, 100.0, 1e200, huge}) {
        const auto own = warped.map.inverse_moments(mean, sd);
        EXPECT_TRUE(std::isfinite(own.mean)) << values.transpose();
        EXPECT_TRUE(std::isfinite(own.sd) && own.sd >= 0.0) << values.transpose();
      }
  }
}

TEST(ObjectiveMap, IsThatOfTheObjectives) {
  const Vector values = (Vector(7) << 1e6, 3.0, 1.0, 9.0, 2.0, 6.9, 1.5).finished();
  const CompressedObjectives warped = compressed(values);
  for (Index n = 0; n < values.size(); ++n) {
    EXPECT_EQ(warped.map.forward(values[n]), warped.values[n]);
    EXPECT_EQ(warped.map.slope(values[n]), warped.slopes[n]);
  }
  // Where nothing is changed there is no map, for what is predicted above the knee either.
  EXPECT_TRUE(compressed(values.tail(1)).map.is_identity());
  EXPECT_TRUE(compressed((Vector(3) << 1.0, 2.0, 3.0).finished()).map.is_identity());
}

}  // namespace
}  // namespace craggy
