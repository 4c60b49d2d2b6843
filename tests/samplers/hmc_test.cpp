#include <gtest/gtest.h>

#include <craggy/samplers/hmc.hpp>

#include "support/message_of.hpp"
#include "targets.hpp"

namespace craggy {
namespace {

using testing::Banana;

TEST(Hmc, ProposesTheEndOfTheTrajectory) {
  Banana banana(0.5);
  const HamiltonianTuning tuning{.step_size = 0.05, .inverse_metric = Vector::Constant(2, 1.5)};
  ChainPoint start{.q = Vector::Constant(2, 0.4)};
  ensure_gradient(banana, start);
  ChainPoint point = start;
  RandomStream stream(1);
  RandomStream same_stream = stream;
  Hmc::Workspace workspace;
  const StepInfo info = Hmc({.num_leapfrog_steps = 5}).step(stream, banana, point, tuning, workspace);

  PhasePoint z;
  place(start, z);
  draw_momentum(same_stream, tuning.inverse_metric, z.momentum);
  const double initial_energy = energy(z, tuning.inverse_metric);
  for (int i = 0; i < 5; ++i) leapfrog(banana, z, tuning.step_size, tuning.inverse_metric);
  const double final_energy = energy(z, tuning.inverse_metric);
  EXPECT_DOUBLE_EQ(info.acceptance, std::min(1.0, std::exp(initial_energy - final_energy)));
  EXPECT_GT(info.acceptance, 0.95);
  EXPECT_EQ(info.num_evaluations, 5);
  EXPECT_EQ(info.energy, final_energy);
  EXPECT_EQ(point.q, z.q);
  EXPECT_EQ(point.gradient, z.gradient);
  EXPECT_EQ(point.log_density, z.log_density);
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
