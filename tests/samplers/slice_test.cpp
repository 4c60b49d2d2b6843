#include "samplers/slice.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

/// The uniform density on (low, high), which remembers where it was called.
struct Uniform {
  double low;
  double high;
  std::vector<double> calls = {};
  static Index size() { return 1; }
  double value(const Vector& q) {
    calls.push_back(q[0]);
    return q[0] > low && q[0] < high ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  double evaluate(const Vector& q, Vector& gradient) {
    gradient.setZero();
    return value(q);
  }
};

TEST(Slice, StepsOutByWidthsUntilItLeavesTheSlice) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Uniform density{-3.0, 5.0};
    RandomStream stream(seed);
    ChainPoint point{.q = Vector::Zero(1), .log_density = 0.0};
    Slice::Workspace workspace;
    const StepInfo info = Slice().step(stream, density, point, {.widths = Vector::Ones(1)}, workspace);
    EXPECT_EQ(info.num_evaluations, static_cast<Index>(density.calls.size()));
    EXPECT_EQ(point.q[0], density.calls.back());
    double lowest = 0.0;
    double highest = 0.0;
    for (double x : density.calls) {
      lowest = std::min(lowest, x);
      highest = std::max(highest, x);
    }
    // Both ends are outside, by less than a width, unless the random split of the budget left one side too
    // little.
    EXPECT_GT(lowest, -4.0);
    EXPECT_LT(highest, 6.0);
  }
}

TEST(Slice, SearchesAtMostTheGivenNumberOfWidths) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Uniform density{-1e6, 1e6};
    RandomStream stream(seed);
    ChainPoint point{.q = Vector::Zero(1), .log_density = 0.0};
    Slice::Workspace workspace;
    const StepInfo info = Slice({.max_widths = 4})
                              .step(stream, density, point, {.widths = Vector::Constant(1, 0.5)}, workspace);
    EXPECT_EQ(info.num_evaluations, 3 + 1);  // three steps out and the draw, which cannot miss
    EXPECT_LT(std::abs(point.q[0]), 4 * 0.5);
  }
}

TEST(Slice, PlacesTheFirstWidthAtRandom) {
  // A uniform draw from a width that lies uniformly around 0: the sum of two uniforms, with variance 2/12.
  // From a width centred at 0 it would be 1/12.
  Uniform density{-1e6, 1e6};
  RandomStream stream(1);
  Slice::Workspace workspace;
  double sum_of_squares = 0.0;
  constexpr int num_draws = 20000;
  for (int i = 0; i < num_draws; ++i) {
    ChainPoint point{.q = Vector::Zero(1), .log_density = 0.0};
    Slice({.max_widths = 1}).step(stream, density, point, {.widths = Vector::Ones(1)}, workspace);
    sum_of_squares += point.q[0] * point.q[0];
  }
  EXPECT_NEAR(sum_of_squares / num_draws, 1.0 / 6.0, 0.01);
}

TEST(Slice, EveryWidthBelongsToItsCoordinate) {
  testing::Gaussian density = testing::Gaussian::standard(2);
  Vector widths(2);
  widths << 1e-3, 2.0;
  RandomStream stream(1);
  ChainPoint point{.q = Vector::Zero(2), .log_density = 0.0};
  Slice::Workspace workspace;
  double largest_first = 0.0;
  double largest_second = 0.0;
  for (int i = 0; i < 50; ++i) {
    Vector before = point.q;
    Slice({.max_widths = 1}).step(stream, density, point, {.widths = widths}, workspace);
    largest_first = std::max(largest_first, std::abs(point.q[0] - before[0]));
    largest_second = std::max(largest_second, std::abs(point.q[1] - before[1]));
  }
  EXPECT_LT(largest_first, 1e-3);
  EXPECT_GT(largest_second, 0.5);
}

TEST(Slice, StaysWhereNothingElseIsPossible) {
  // The support is a single number, as far as doubles can tell.
  Uniform density{std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0)};
  RandomStream stream(1);
  ChainPoint point{.q = Vector::Ones(1), .log_density = 0.0};
  Slice::Workspace workspace;
  const StepInfo info = Slice().step(stream, density, point, {.widths = Vector::Ones(1)}, workspace);
  EXPECT_EQ(point.q[0], 1.0);
  EXPECT_EQ(point.log_density, 0.0);
  EXPECT_LT(info.num_evaluations, 1000);
}

TEST(Slice, ForgetsTheGradient) {
  testing::Gaussian density = testing::Gaussian::standard(2);
  RandomStream stream(1);
  ChainPoint point{.q = Vector::Ones(2)};
  ensure_gradient(density, point);
  Slice::Workspace workspace;
  Slice().step(stream, density, point, {.widths = Vector::Ones(1)}, workspace);
  EXPECT_EQ(point.gradient.size(), 0);
  EXPECT_DOUBLE_EQ(point.log_density, density.value(point.q));
}

TEST(Slice, RefusesWidthsThatDoNotFit) {
  using testing::message_of;
  EXPECT_EQ(message_of([] { check_tuning(SliceTuning{Vector::Ones(2)}, 3); }),
            "the size of widths is 2, but it has to be 3");
  EXPECT_EQ(message_of([] { check_tuning(SliceTuning{Vector::Zero(1)}, 3); }),
            "widths is 0, but it has to be finite and above 0");
  EXPECT_EQ(message_of([] { Slice({.max_widths = 0}); }), "max_widths is 0, but it has to be at least 1");
}

}  // namespace
}  // namespace craggy
