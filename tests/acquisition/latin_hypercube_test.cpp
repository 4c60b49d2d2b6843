// Latin hypercubes: every coordinate has one point in each of as many equal intervals as there are points.
#include "acquisition/latin_hypercube.hpp"

#include <set>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy {
namespace {

TEST(LatinHypercube, HasOnePointInEveryInterval) {
  RandomStream stream(3);
  Matrix X(3, 20);
  sample_latin_hypercube(stream, X);
  for (Index q = 0; q < X.rows(); ++q) {
    std::set<int> intervals;
    for (const double x : X.row(q)) intervals.insert(static_cast<int>(x * 20.0));
    EXPECT_EQ(intervals.size(), 20u);
    EXPECT_GE(X.row(q).minCoeff(), 0.0);
    EXPECT_LT(X.row(q).maxCoeff(), 1.0);
  }
}

TEST(LatinHypercube, PairsTheIntervalsOfTheCoordinatesAtRandom) {
  RandomStream stream(4);
  Index num_equal = 0;
  for (int repetition = 0; repetition < 200; ++repetition) {
    Matrix X(2, 10);
    sample_latin_hypercube(stream, X);
    for (Index m = 0; m < X.cols(); ++m)
      num_equal += static_cast<int>(X(0, m) * 10.0) == static_cast<int>(X(1, m) * 10.0);
  }
  EXPECT_NEAR(static_cast<double>(num_equal) / 200.0, 1.0,
              0.3);  // one of ten on average; four standard errors
}

TEST(LatinHypercube, FillsItsIntervals) {
  RandomStream stream(5);
  double sum = 0.0;
  for (int repetition = 0; repetition < 1000; ++repetition) {
    Matrix X(1, 1);
    sample_latin_hypercube(stream, X);
    sum += X(0, 0);
  }
  EXPECT_NEAR(sum / 1000.0, 0.5, 0.04);
}

}  // namespace
}  // namespace craggy
