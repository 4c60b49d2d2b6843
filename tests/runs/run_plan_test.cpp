#include "runs/run_plan.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "runs/recorded_run.hpp"
#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

TEST(RunPlan, WhatCannotBeIsNamed) {
  const auto message = [](const RunPlan& plan) { return message_of([&] { check_plan(plan); }); };
  EXPECT_EQ(message({}), "(no error)");
  EXPECT_NE(message({.jobs = 0}).find("the number of jobs is 0, but"), std::string::npos);
  EXPECT_EQ(message({.jobs = 1001}), "the number of jobs is 1001, but it has to be at most 1000");
  EXPECT_NE(message({.retries = -1}).find("the number of retries is -1"), std::string::npos);
  EXPECT_NE(message({.max_failures = 0}).find("the largest number of failures is 0"), std::string::npos);
  EXPECT_NE(message({.budget_time = std::chrono::milliseconds(0)}).find("is 0"), std::string::npos);
  EXPECT_NE(message({.target = std::numeric_limits<double>::quiet_NaN()}).find("the target is nan"),
            std::string::npos);
  EXPECT_NE(message({.patience = 0}).find("the patience is 0"), std::string::npos);
  EXPECT_NE(message({.min_improvement = 0.0}).find("the least improvement is 0"), std::string::npos);
  EXPECT_NE(message({.max_alike_failures = 0}).find("the largest number of failures is 0"),
            std::string::npos);
}

TEST(RunPlan, IsCheckedBeforeAnythingIsAskedFor) {
  Study study = Study::in_memory(testing::run_options());
  EXPECT_THROW(run_study(study, testing::giving([](const Trial&) { return 1.0; }), {.jobs = 0}),
               InvalidArgument);
  EXPECT_EQ(study.counts().all(), 0U);
}

}  // namespace
}  // namespace craggy::runs
