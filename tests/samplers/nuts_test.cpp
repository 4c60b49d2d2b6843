#include "samplers/nuts.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;
using testing::Gaussian;

HamiltonianTuning unit_tuning(Index size, double step_size) {
  return {.step_size = step_size, .inverse_metric = Vector::Ones(size)};
}

/// NUTS by the book: keeps every point of the trajectory in the order of time and computes each weight and
/// each criterion from its definition. Draws its random numbers in the order of Nuts::step.
struct NaiveNuts {
  Banana& density;
  HamiltonianTuning tuning;
  RandomStream& stream;
  double initial_energy = 0.0;
  Index num_steps = 0;
  Index depth = 0;
  bool divergent = false;

  struct Tree {
    std::vector<PhasePoint> points;  // in the order of time
    PhasePoint chosen;
    bool valid = true;
  };

  double weight(const Tree& tree) const {
    double sum = 0.0;
    for (const PhasePoint& z : tree.points)
      sum += std::exp(initial_energy - energy(z, tuning.inverse_metric));
    return sum;
  }

  bool keeps_going(const std::vector<PhasePoint>& points, std::size_t begin, std::size_t end) const {
    Vector sum = Vector::Zero(2);
    for (std::size_t i = begin; i < end; ++i) sum += points[i].momentum;
    const Matrix metric = tuning.inverse_metric.asDiagonal();
    return points[begin].momentum.dot(metric * sum) > 0.0 && points[end - 1].momentum.dot(metric * sum) > 0.0;
  }

  /// `later` follows `earlier` in time; whether it was also built later does not matter to the criterion.
  Tree joined(const Tree& earlier, const Tree& later, const PhasePoint& chosen) const {
    Tree result{.points = earlier.points, .chosen = chosen};
    result.points.insert(result.points.end(), later.points.begin(), later.points.end());
    const std::size_t seam = earlier.points.size();
    const std::size_t end = result.points.size();
    result.valid = keeps_going(result.points, 0, end) && keeps_going(result.points, 0, seam + 1) &&
                   keeps_going(result.points, seam - 1, end);
    return result;
  }

  Tree build(PhasePoint& front, bool forward, Index subtree_depth) {
    if (subtree_depth == 0) {
      leapfrog(density, front, forward ? tuning.step_size : -tuning.step_size, tuning.inverse_metric);
      ++num_steps;
      divergent = energy(front, tuning.inverse_metric) - initial_energy > 1000.0;
      return {.points = {front}, .chosen = front, .valid = !divergent};
    }
    Tree first = build(front, forward, subtree_depth - 1);
    if (!first.valid) return first;
    Tree second = build(front, forward, subtree_depth - 1);
    if (!second.valid) return second;
    const bool take_second = stream.uniform() < weight(second) / (weight(first) + weight(second));
    const PhasePoint& chosen = take_second ? second.chosen : first.chosen;
    return forward ? joined(first, second, chosen) : joined(second, first, chosen);
  }

  Vector step(const ChainPoint& start, Index max_depth) {
    PhasePoint z;
    place(start, z);
    draw_momentum(stream, tuning.inverse_metric, z.momentum);
    initial_energy = energy(z, tuning.inverse_metric);
    Tree tree{.points = {z}, .chosen = z};
    while (tree.valid && depth < max_depth) {
      const bool forward = stream.uniform() > 0.5;
      PhasePoint front = forward ? tree.points.back() : tree.points.front();
      const Tree extension = build(front, forward, depth);
      if (!extension.valid) break;
      ++depth;
      const bool take_new = stream.uniform() < weight(extension) / weight(tree);
      const PhasePoint chosen = take_new ? extension.chosen : tree.chosen;
      tree = forward ? joined(tree, extension, chosen) : joined(extension, tree, chosen);
    }
    return tree.chosen.q;
  }
};

TEST(Nuts, AgreesWithANaiveImplementation) {
  Banana banana(0.5);
  RandomStream stream(6);
  HamiltonianTuning tuning = unit_tuning(2, 0.1);
  tuning.inverse_metric << 0.6, 1.7;
  ChainPoint point{.q = Vector::Zero(2)};
  ensure_gradient(banana, point);
  Nuts::Workspace workspace;
  std::vector<int> depths(7, 0);
  int num_divergent = 0;
  for (int i = 0; i < 1000; ++i) {
    tuning.step_size = i % 10 == 0 ? 3.0 : 0.05 + 0.5 * stream.uniform();
    RandomStream same_stream = stream;
    NaiveNuts naive{.density = banana, .tuning = tuning, .stream = same_stream};
    const Vector expected = naive.step(point, 6);
    const StepInfo info = Nuts({.max_depth = 6}).step(stream, banana, point, tuning, workspace);
    ASSERT_LT((point.q - expected).norm(), 1e-9) << i;
    ASSERT_EQ(info.tree_depth, naive.depth);
    ASSERT_EQ(info.num_evaluations, naive.num_steps);
    ASSERT_EQ(info.divergent, naive.divergent);
    ASSERT_EQ(stream(), same_stream()) << "the same random numbers were used";
    ++depths[static_cast<std::size_t>(info.tree_depth)];
    num_divergent += info.divergent ? 1 : 0;
  }
  for (std::size_t depth = 1; depth < 6; ++depth) EXPECT_GT(depths[depth], 10) << depth;
  EXPECT_GT(num_divergent, 10);
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
