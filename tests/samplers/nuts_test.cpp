#include <numbers>

#include <gtest/gtest.h>

#include <craggy/samplers/nuts.hpp>

#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Gaussian;

HamiltonianTuning unit_tuning(Index size, double step_size) {
  return {.step_size = step_size, .inverse_metric = Vector::Ones(size)};
}

TEST(Nuts, InformationAgreesWithTheStep) {
  Gaussian density = Gaussian::standard(5);
  RandomStream stream(1);
  ChainPoint point{.q = Vector::Ones(5)};
  Nuts::Workspace workspace;
  const Nuts nuts;
  Vector gradient(5);
  for (int i = 0; i < 200; ++i) {
    const bool gradient_is_known = point.gradient.size() > 0;
    const StepInfo info = nuts.step(stream, density, point, unit_tuning(5, 0.3), workspace);
    EXPECT_DOUBLE_EQ(point.log_density, density.evaluate(point.q, gradient));
    EXPECT_EQ(point.gradient, gradient);
    EXPECT_GT(info.energy, -point.log_density);
    EXPECT_FALSE(info.divergent);
    EXPECT_GT(info.acceptance, 0.5);
    EXPECT_LE(info.acceptance, 1.0);
    // A tree of depth d has 2^d − 1 points besides the start; an extension that was dropped comes on top.
    const Index num_steps = info.num_evaluations - (gradient_is_known ? 0 : 1);
    EXPECT_GE(num_steps, (Index{1} << info.tree_depth) - 1);
    EXPECT_LE(num_steps, (Index{1} << (info.tree_depth + 1)) - 1);
  }
}

TEST(Nuts, TurnsBackAfterAboutHalfAPeriod) {
  // The period of a standard normal is 2π. With a step of 2π/50, 16 points cover less than half of it and 32
  // more.
  Gaussian density = Gaussian::standard(50);
  RandomStream stream(2);
  ChainPoint point{.q = density.exact_draw(stream)};
  Nuts::Workspace workspace;
  const HamiltonianTuning tuning = unit_tuning(50, 2.0 * std::numbers::pi / 50.0);
  Index num_evaluations = 0;
  for (int i = 0; i < 100; ++i) {
    const StepInfo info = Nuts().step(stream, density, point, tuning, workspace);
    num_evaluations += info.num_evaluations;
    EXPECT_LE(info.tree_depth, 5);
  }
  EXPECT_NEAR(static_cast<double>(num_evaluations) / 100.0, 31.0, 3.0);
}

TEST(Nuts, StopsAtItsMaximalDepth) {
  Gaussian density = Gaussian::standard(2);
  RandomStream stream(3);
  ChainPoint point{.q = Vector::Ones(2)};
  Nuts::Workspace workspace;
  const Nuts nuts({.max_depth = 3});
  nuts.step(stream, density, point, unit_tuning(2, 1e-3), workspace);
  const StepInfo info = nuts.step(stream, density, point, unit_tuning(2, 1e-3), workspace);
  EXPECT_EQ(info.tree_depth, 3);
  EXPECT_EQ(info.num_evaluations, 7);
}

TEST(Nuts, ReportsADivergenceAndStays) {
  Gaussian density = Gaussian::standard(2);
  RandomStream stream(4);
  const Vector start = Vector::Ones(2);
  ChainPoint point{.q = start};
  Nuts::Workspace workspace;
  const StepInfo info = Nuts().step(stream, density, point, unit_tuning(2, 1e5), workspace);
  EXPECT_TRUE(info.divergent);
  EXPECT_EQ(info.acceptance, 0.0);
  EXPECT_EQ(info.tree_depth, 0);
  EXPECT_EQ(point.q, start);
}

TEST(Nuts, ReusesItsMemory) {
  Gaussian density = Gaussian::standard(3);
  RandomStream stream(5);
  ChainPoint point{.q = Vector::Ones(3)};
  Nuts::Workspace workspace;
  for (int i = 0; i < 50; ++i) Nuts().step(stream, density, point, unit_tuning(3, 0.05), workspace);
  const double* end = workspace.ends[0].q.data();
  const double* front = workspace.ends[1].gradient.data();
  for (int i = 0; i < 50; ++i) Nuts().step(stream, density, point, unit_tuning(3, 0.05), workspace);
  EXPECT_EQ(workspace.ends[0].q.data(), end);
  EXPECT_EQ(workspace.ends[1].gradient.data(), front);
}

TEST(Nuts, RefusesOptionsWithoutMeaning) {
  EXPECT_EQ(testing::message_of([] { Nuts({.max_depth = 0}); }),
            "max_depth is 0, but it has to be at least 1");
  EXPECT_EQ(testing::message_of([] { Nuts({.divergence_threshold = -1.0}); }),
            "divergence_threshold is -1, but it has to be finite and above 0");
}

}  // namespace
}  // namespace craggy
