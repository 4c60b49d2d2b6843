// Every transition leaves its density exactly invariant, at a tuning coarse enough that errors would show.
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "rank_check.hpp"
#include "samplers/samplers.hpp"
#include "support/effort.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;
using testing::HalfGaussian;
using testing::LabelledGaussian;
using testing::RankCheck;

template <class D>
ChainPoint exact_point(D& density, RandomStream& stream) {
  ChainPoint point;
  point.q = density.exact_draw(stream);
  point.log_density = density.value(point.q);
  return point;
}

RankCheck check_of(std::function<ChainPoint(RandomStream&)> exact_draw,
                   std::function<void(RandomStream&, ChainPoint&)> forward,
                   std::function<void(RandomStream&, ChainPoint&)> backward) {
  return {
      .exact_draw = std::move(exact_draw),
      .forward = std::move(forward),
      .backward = std::move(backward),
      .statistics = {[](const ChainPoint& p) { return p.q[0]; }, [](const ChainPoint& p) { return p.q[1]; },
                     [](const ChainPoint& p) { return std::abs(p.q[0] + 0.3); },
                     [](const ChainPoint& p) { return p.log_density; }},
      .num_replications = testing::full_effort() ? 200000 : 10000};
}

/// Of a transition that is its own time reversal.
template <class D, class T>
void expect_invariant(D density, const T& transition, const typename T::Tuning& tuning, std::uint64_t seed) {
  typename T::Workspace workspace;
  const auto step = [&](RandomStream& stream, ChainPoint& point) {
    transition.step(stream, density, point, tuning, workspace);
  };
  expect_uniform_ranks(
      check_of([&](RandomStream& stream) { return exact_point(density, stream); }, step, step), seed);
}

HamiltonianTuning coarse_tuning(double step_size) {
  HamiltonianTuning tuning{.step_size = step_size, .inverse_metric = Vector(2)};
  tuning.inverse_metric << 0.7, 1.8;
  return tuning;
}

TEST(ExactRank, Hmc) {
  expect_invariant(Banana(0.5), Hmc({.num_leapfrog_steps = 4}), coarse_tuning(0.4), 1);
  expect_invariant(Banana(0.5), Hmc({.num_leapfrog_steps = 1}), coarse_tuning(0.8), 2);
}

TEST(ExactRank, Nuts) {
  expect_invariant(Banana(0.5), Nuts(), coarse_tuning(0.4), 3);
  expect_invariant(Banana(0.5), Nuts(), coarse_tuning(0.15), 4);
}

TEST(ExactRank, NutsThatReachesItsMaximalDepth) {
  expect_invariant(Banana(0.5), Nuts({.max_depth = 2}), coarse_tuning(0.3), 5);
}

TEST(ExactRank, TrajectoriesThatLeaveTheSupport) {
  expect_invariant(HalfGaussian(2), Nuts(), coarse_tuning(0.5), 6);
  expect_invariant(HalfGaussian(2), Hmc(), coarse_tuning(0.5), 14);
  expect_invariant(HalfGaussian(2), Slice({.order = SweepOrder::shuffled}), {.widths = Vector::Ones(1)}, 15);
}

TEST(ExactRank, ShuffledSlice) {
  const Slice slice({.order = SweepOrder::shuffled});
  expect_invariant(Banana(0.5), slice, {.widths = Vector::Constant(1, 0.7)}, 7);
}

TEST(ExactRank, SliceWithLimitedSteppingOut) {
  const Slice slice({.order = SweepOrder::shuffled, .max_widths = 3});
  expect_invariant(Banana(0.5), slice, {.widths = Vector::Constant(2, 0.4)}, 8);
}

/// The banana with its coordinates in the opposite order.
struct MirroredBanana {
  Banana banana;
  static Index size() { return 2; }
  double value(const Vector& q) const { return banana.value(q.reverse()); }
  double evaluate(const Vector& q, Vector& gradient) const {
    const double result = banana.evaluate(q.reverse(), gradient);
    gradient.reverseInPlace();
    return result;
  }
};

TEST(ExactRank, SliceInFixedOrder) {
  Banana banana(0.5);
  MirroredBanana mirrored{banana};
  const Slice slice({.order = SweepOrder::fixed});
  const SliceTuning tuning{.widths = Vector::Ones(1)};
  Slice::Workspace workspace;
  // Backwards in time the last coordinate moves first.
  expect_uniform_ranks(check_of([&](RandomStream& stream) { return exact_point(banana, stream); },
                                [&](RandomStream& stream, ChainPoint& point) {
                                  slice.step(stream, banana, point, tuning, workspace);
                                },
                                [&](RandomStream& stream, ChainPoint& point) {
                                  point.q.reverseInPlace();
                                  slice.step(stream, mirrored, point, tuning, workspace);
                                  point.q.reverseInPlace();
                                }),
                       9);
}

/// The labelled density with its labels in the opposite order, and a point seen so.
struct MirroredLabels {
  LabelledGaussian density;
  Vector mirrored_q = {};

  static Vector mirror(Vector q) {
    q.tail(LabelledGaussian::num_discrete).reverseInPlace();
    return q;
  }
  static Index size() { return LabelledGaussian::size(); }
  static Index num_labels() { return LabelledGaussian::num_labels(); }
  double value(const Vector& q) const { return density.value(mirror(q)); }
  double evaluate(const Vector& q, Vector& gradient) const { return density.evaluate(mirror(q), gradient); }
  void begin_sweep(const Vector& q) { density.begin_sweep(mirrored_q = mirror(q)); }
  void label_log_weights(Index n, Vector& log_weights) const {
    density.label_log_weights(num_labels() - 1 - n, log_weights);
  }
  void set_label(Index n, Index label, Vector& q) {
    density.set_label(num_labels() - 1 - n, label, mirrored_q);
    q = mirror(mirrored_q);
  }
};

template <class S>
void expect_invariant_with_labels(const S& continuous_sampler, std::uint64_t seed) {
  LabelledGaussian density;
  MirroredLabels mirrored{density};
  auto forward = with_label_sweep(continuous_sampler);
  auto backward = InTurn(label_gibbs_sampler(), OnContinuousBlock(continuous_sampler));
  RandomStream unused(0);
  ChainPoint start = exact_point(density, unused);
  forward.begin(unused, density, start, 0);
  backward.begin(unused, mirrored, start, 0);
  RankCheck check =
      check_of([&](RandomStream& stream) { return exact_point(density, stream); },
               [&](RandomStream& stream, ChainPoint& point) { forward.step(stream, density, point); },
               [&](RandomStream& stream, ChainPoint& point) {
                 point.q = MirroredLabels::mirror(point.q);
                 backward.step(stream, mirrored, point);
                 point.q = MirroredLabels::mirror(point.q);
               });
  for (Index n = 0; n < 3; ++n)
    check.statistics.emplace_back([n](const ChainPoint& p) { return p.q[2 + n]; });
  check.statistics.emplace_back([](const ChainPoint& p) { return p.q[1] * p.q[3] + 0.5 * p.q[2] * p.q[4]; });
  expect_uniform_ranks(check, seed);
}

TEST(ExactRank, GradientStepThenLabelSweep) {
  expect_invariant_with_labels(Adaptive(Nuts(), FixedTuning(coarse_tuning(0.5))), 10);
  expect_invariant_with_labels(Adaptive(Hmc(), FixedTuning(coarse_tuning(0.5))), 11);
}

TEST(ExactRank, SliceThenLabelSweep) {
  expect_invariant_with_labels(slice_sampler({.widths = Vector::Ones(1)}, {.order = SweepOrder::shuffled}),
                               12);
}

// The test itself has to notice a transition that is only slightly off.
TEST(ExactRank, NoticesAWrongTransition) {
  Banana banana(0.5);
  const auto step = [&](RandomStream& stream, ChainPoint& point) {
    // A Metropolis step whose acceptance lacks a third of the log density's change.
    ChainPoint proposed = point;
    for (double& entry : proposed.q) entry += 0.5 * stream.normal();
    proposed.log_density = banana.value(proposed.q);
    if (std::log(stream.uniform()) < 0.67 * (proposed.log_density - point.log_density)) point = proposed;
  };
  const std::vector<double> p_values = rank_p_values(
      check_of([&](RandomStream& stream) { return exact_point(banana, stream); }, step, step), 13);
  EXPECT_LT(p_values.back(), 1e-3);
}

}  // namespace
}  // namespace craggy
