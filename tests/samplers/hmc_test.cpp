#include "samplers/hmc.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;

TEST(Hmc, ProposesTheEndOfTheTrajectoryAndAcceptsByMetropolis) {
  Banana banana(0.5);
  const HamiltonianTuning tuning{.step_size = 0.25, .inverse_metric = Vector::Constant(2, 1.5)};
  ChainPoint point{.q = Vector::Constant(2, 0.4)};
  ensure_gradient(banana, point);
  RandomStream stream(1);
  Hmc::Workspace workspace;
  int num_rejected = 0;
  for (int step = 0; step < 200; ++step) {
    PhasePoint z;
    place(point, z);
    RandomStream same_stream = stream;
    draw_momentum(same_stream, tuning.inverse_metric, z.momentum);
    const double initial_energy = energy(z, tuning.inverse_metric);
    for (int i = 0; i < 5; ++i) leapfrog(banana, z, tuning.step_size, tuning.inverse_metric);
    const double final_energy = energy(z, tuning.inverse_metric);
    const double acceptance = std::min(1.0, std::exp(initial_energy - final_energy));
    const bool accepted = same_stream.uniform() < acceptance;
    const Vector expected = accepted ? z.q : point.q;

    const StepInfo info = Hmc({.num_leapfrog_steps = 5}).step(stream, banana, point, tuning, workspace);
    EXPECT_DOUBLE_EQ(info.acceptance, acceptance);
    EXPECT_EQ(info.energy, accepted ? final_energy : initial_energy);
    EXPECT_EQ(info.num_evaluations, 5);
    EXPECT_EQ(point.q, expected);
    Vector gradient(2);
    EXPECT_EQ(point.log_density, banana.evaluate(point.q, gradient));
    EXPECT_EQ(point.gradient, gradient);
    num_rejected += accepted ? 0 : 1;
  }
  EXPECT_GT(num_rejected, 20);
  EXPECT_LT(num_rejected, 180);
}

TEST(Hmc, ReportsADivergenceAndStays) {
  Banana banana(0.5);
  ChainPoint point{.q = Vector::Constant(2, 0.4)};
  ensure_gradient(banana, point);
  const ChainPoint start = point;
  RandomStream stream(2);
  Hmc::Workspace workspace;
  const StepInfo info =
      Hmc({.num_leapfrog_steps = 50})
          .step(stream, banana, point, {.step_size = 100.0, .inverse_metric = Vector::Ones(2)}, workspace);
  EXPECT_TRUE(info.divergent);
  EXPECT_EQ(info.acceptance, 0.0);
  EXPECT_LT(info.num_evaluations, 50) << "a trajectory that failed is not followed further";
  EXPECT_EQ(point.q, start.q);
  EXPECT_EQ(point.gradient, start.gradient);
}

TEST(Hmc, RefusesOptionsWithoutMeaning) {
  EXPECT_EQ(testing::message_of([] { Hmc({.num_leapfrog_steps = 0}); }),
            "num_leapfrog_steps is 0, but it has to be at least 1");
}

}  // namespace
}  // namespace craggy
