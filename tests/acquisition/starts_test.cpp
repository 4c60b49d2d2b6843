// Where ascents start: the best samples that do not lie next to each other.
#include "acquisition/starts.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace craggy {
namespace {

TEST(ChooseStarts, TakesTheBestSamplesInOrder) {
  Matrix X(1, 4);
  X << 0.1, 0.3, 0.5, 0.7;
  Vector values(4);
  values << 1.0, 3.0, 2.0, 4.0;
  EXPECT_EQ(choose_starts(X, values, 3), (std::vector<Index>{3, 1, 2}));
}

TEST(ChooseStarts, PassesOverNeighboursOfABetterStart) {
  Matrix X(2, 3);
  X.col(0) << 0.5, 0.5;
  X.col(1) << 0.51, 0.5;  // nearer than 0.02·√2
  X.col(2) << 0.54, 0.5;
  Vector values(3);
  values << 3.0, 2.0, 1.0;
  EXPECT_EQ(choose_starts(X, values, 3), (std::vector<Index>{0, 2}));
}

TEST(ChooseStarts, OfEqualSamplesTheFirstComesFirst) {
  Matrix X(1, 3);
  X << 0.9, 0.1, 0.5;
  EXPECT_EQ(choose_starts(X, Vector::Zero(3), 2), (std::vector<Index>{0, 1}));
}

TEST(ChooseStarts, TakesNoSampleWithoutAFiniteLog) {
  Matrix X(1, 2);
  X << 0.1, 0.9;
  Vector values(2);
  values << -std::numeric_limits<double>::infinity(), -5.0;
  EXPECT_EQ(choose_starts(X, values, 2), (std::vector<Index>{1}));
}

}  // namespace
}  // namespace craggy
