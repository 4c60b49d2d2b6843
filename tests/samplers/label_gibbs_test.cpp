#include "samplers/label_gibbs.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "monte_carlo.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::LabelledGaussian;

TEST(LabelGibbs, DrawsFromTheConditionalsOfTheLabels) {
  LabelledGaussian density;
  RandomStream stream(1);
  ChainPoint point{.q = Vector::Zero(5)};
  point.q.head(2) << 0.4, -0.7;
  std::vector<double> probabilities;
  for (Index code = 0; code < 8; ++code) {
    Vector q = point.q;
    q.tail(3) = LabelledGaussian::labels_of(code);
    probabilities.push_back(std::exp(density.value(q)));
  }
  double total = 0.0;
  for (double p : probabilities) total += p;
  for (double& p : probabilities) p /= total;

  std::vector<Index> counts(8, 0);
  LabelGibbs::Workspace workspace;
  point.log_density = density.value(point.q);
  for (int i = 0; i < 40000; ++i) {
    LabelGibbs().step(stream, density, point, {}, workspace);
    // Successive sweeps are dependent; every tenth is as good as independent here.
    if (i % 10 == 0) ++counts[static_cast<std::size_t>(LabelledGaussian::code_of(point.q))];
  }
  EXPECT_GT(testing::chi_square_p_value(counts, probabilities), 1e-3);
  EXPECT_EQ(point.q[0], 0.4);
  EXPECT_EQ(point.q[1], -0.7);
}

TEST(LabelGibbs, KeepsWhatIsKnownAboutThePointUpToDate) {
  LabelledGaussian density;
  RandomStream stream(2);
  LabelGibbs::Workspace workspace;
  ChainPoint point{.q = Vector::Zero(5)};
  point.log_density = density.value(point.q);
  for (int i = 0; i < 20; ++i) LabelGibbs().step(stream, density, point, {}, workspace);
  EXPECT_DOUBLE_EQ(point.log_density, density.value(point.q));
  EXPECT_EQ(point.gradient.size(), 0);

  ensure_gradient(density, point);
  Vector gradient(2);
  for (int i = 0; i < 20; ++i) {
    const Vector before = point.q;
    const StepInfo info = LabelGibbs().step(stream, density, point, {}, workspace);
    EXPECT_EQ(info.num_evaluations, point.q == before ? 0 : 1);
    EXPECT_DOUBLE_EQ(point.log_density, density.evaluate(point.q, gradient));
    EXPECT_EQ(point.gradient, gradient);
  }
}

/// One label of four values, the second of which is impossible.
struct Dice {
  static Index size() { return 1; }
  static Index num_labels() { return 1; }
  double value(const Vector& q) const { return log_shares[static_cast<Index>(q[1])]; }
  double evaluate(const Vector& q, Vector& gradient) const {
    gradient.setZero();
    return value(q);
  }
  static void begin_sweep(const Vector&) {}
  void label_log_weights(Index, Vector& log_weights) const { log_weights = log_shares; }
  static void set_label(Index n, Index label, Vector& q) { q[1 + n] = static_cast<double>(label); }

  Vector log_shares{{-1000.0, -std::numeric_limits<double>::infinity(), -1001.0, -999.5}};
};

TEST(LabelGibbs, TakesLabelsOfSeveralValues) {
  Dice dice;
  RandomStream stream(6);
  LabelGibbs::Workspace workspace;
  ChainPoint point{.q = Vector::Zero(2), .log_density = dice.value(Vector::Zero(2))};
  std::vector<Index> counts(4, 0);
  for (int i = 0; i < 20000; ++i) {
    LabelGibbs().step(stream, dice, point, {}, workspace);
    ++counts[static_cast<std::size_t>(point.q[1])];
  }
  EXPECT_EQ(counts[1], 0);
  const double total = 1.0 + std::exp(-1.0) + std::exp(0.5);
  EXPECT_GT(testing::chi_square_p_value({counts[0], counts[2], counts[3]},
                                        {1.0 / total, std::exp(-1.0) / total, std::exp(0.5) / total}),
            1e-3);
}

/// A density that fails as soon as its only label is 1.
struct Trap {
  double odds = 50.0;
  Index labels = 1;
  int num_sweeps = 0;
  static Index size() { return 1; }
  Index num_labels() const { return labels; }
  static double value(const Vector& q) {
    return q[1] == 0.0 ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  static double evaluate(const Vector& q, Vector& gradient) {
    gradient.setZero();
    return value(q);
  }
  void begin_sweep(const Vector&) { ++num_sweeps; }
  void label_log_weights(Index, Vector& log_weights) const {
    log_weights.resize(2);
    log_weights << 0.0, odds;
  }
  static void set_label(Index n, Index label, Vector& q) { q[1 + n] = static_cast<double>(label); }
};

TEST(LabelGibbs, GoesBackFromWhereTheDensityFails) {
  Trap trap;
  RandomStream stream(3);
  LabelGibbs::Workspace workspace;
  ChainPoint point{.q = Vector::Zero(2), .log_density = 0.0};
  const StepInfo info = LabelGibbs().step(stream, trap, point, {}, workspace);
  EXPECT_TRUE(info.divergent);
  EXPECT_EQ(point.q, Vector::Zero(2));
  EXPECT_EQ(point.log_density, 0.0);
}

TEST(LabelGibbs, LeavesALabelWithoutAConditional) {
  Trap trap{.odds = std::numeric_limits<double>::quiet_NaN()};
  RandomStream stream(4);
  LabelGibbs::Workspace workspace;
  ChainPoint point{.q = Vector::Ones(2), .log_density = 0.0};
  EXPECT_EQ(LabelGibbs().step(stream, trap, point, {}, workspace).num_evaluations, 0);
  EXPECT_EQ(point.q, Vector::Ones(2));
}

TEST(LabelGibbs, HasNothingToDoWithoutLabels) {
  Trap trap{.labels = 0};
  RandomStream stream(5);
  LabelGibbs::Workspace workspace;
  ChainPoint point{.q = Vector::Zero(1), .log_density = 0.0};
  LabelGibbs().step(stream, trap, point, {}, workspace);
  EXPECT_EQ(trap.num_sweeps, 0);
}

}  // namespace
}  // namespace craggy
