#include "experiments/protocol.hpp"

#include <set>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "testbeds/catalogue.hpp"

namespace craggy::experiments {
namespace {

// Records refer to these numbers: they must never change.
TEST(RepetitionSeed, IsFrozen) {
  EXPECT_EQ(repetition_seed(0, "corrupted_holder_table", 0), 3746654820087308U);
  EXPECT_EQ(repetition_seed(0, "corrupted_holder_table", 1), 4949477278384543U);
  EXPECT_EQ(repetition_seed(0, "corrupted_holder_table", 2), 4685311984038937U);
}

TEST(RepetitionSeed, DependsOnAllItsArgumentsAndFitsADouble) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t base = 0; base < 5; ++base)
    for (const char* problem : {"beale", "ackley2", "ackley6"})
      for (std::uint32_t repetition = 0; repetition < 20; ++repetition) {
        const std::uint64_t seed = repetition_seed(base, problem, repetition);
        EXPECT_LT(seed, std::uint64_t{1} << 53U);
        seeds.insert(seed);
      }
  EXPECT_EQ(seeds.size(), 5U * 3U * 20U);
}

// So that `craggy minimize --seed` gives the same run.
TEST(InitialPoints, AreThoseOfAStudyWithThatSeed) {
  const problems::Problem& problem = testbeds::find_problem("branin01");
  Study study = Study::in_memory({.space = space_of(problem), .seed = 17});
  for (const std::vector<double>& point : initial_points(problem, 17)) {
    const Trial trial = study.ask();
    EXPECT_EQ(trial.values(), point);
    study.tell(trial, problems::evaluate(problem, point));
  }
}

TEST(InitialPoints, OfAMixedSpaceAreThoseOfAStudyToo) {
  const problems::Problem& problem = testbeds::find_problem("hpo_protein_structure");
  Study study = Study::in_memory({.space = space_of(problem), .seed = 17});
  for (const std::vector<double>& point : initial_points(problem, 17)) {
    const Trial trial = study.ask();
    EXPECT_EQ(trial.values(), point);
    study.tell(trial, 1.0);
  }
}

TEST(BestSoFar, IsTheRunningMinimum) {
  EXPECT_EQ(best_so_far({3.0, 4.0, 1.0, 2.0, 0.5}), (std::vector<double>{3.0, 3.0, 1.0, 1.0, 0.5}));
  EXPECT_TRUE(best_so_far({}).empty());
}

}  // namespace
}  // namespace craggy::experiments
