#include "demo/paired_runs.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "demo/demo_report.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

PairedPlan small_plan() {
  return {.problem = &testbeds::find_problem("corrupted_holder_table"),
          .surrogates = {"random", "noiseless"},
          .pairs = 3,
          .trials = 4,
          .seed = 1,
          .threads = 1};
}

// The runs of a plan that is stopped after so many evaluations.
std::vector<FinishedRun> stopped_after(const PairedPlan& plan, std::size_t evaluations) {
  std::stop_source source;
  return run_pairs(plan, source.get_token(), [&](std::size_t done, double) {
    if (done == evaluations) source.request_stop();
  });
}

TEST(PairedRuns, TellsEveryEvaluationAndAShareThatGrowsToOne) {
  const PairedPlan plan = small_plan();
  std::size_t seen = 0;
  double last = 0.0;
  const auto finished = run_pairs(plan, {}, [&](std::size_t done, double work) {
    EXPECT_EQ(done, ++seen);
    EXPECT_GT(work, last);
    last = work;
  });
  EXPECT_EQ(seen, plan.num_evaluations());
  EXPECT_NEAR(last, 1.0, 1e-12);
  EXPECT_EQ(finished.size(), 6U);
  EXPECT_EQ(whole_pairs(plan, finished).size(), 3U);
}

TEST(PairedRuns, WhenStoppedTheFinishedRunsAreThere) {
  const PairedPlan plan = small_plan();
  const auto finished = stopped_after(plan, 13);  // three runs and a bit
  ASSERT_EQ(finished.size(), 3U);
  EXPECT_EQ(finished[2].pair, 1U);
  EXPECT_EQ(finished[2].surrogate, 0U);
  const auto pairs = whole_pairs(plan, finished);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0][1]->surrogate(), "noiseless");
}

TEST(PairedRuns, WhatIsFinishedIsShown) {
  const PairedPlan plan = small_plan();
  const auto finished = stopped_after(plan, 21);
  std::ostringstream out;
  std::ostringstream err;
  print_pairs(plan, finished, {.out = out, .err = err, .terminal = {}, .stop = {}});
  EXPECT_NE(out.str().find("Over 2 pairs"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find(" ± "), std::string::npos);
  const Json document = pairs_json(plan, finished, true);
  EXPECT_EQ(document["pairs"], 2);
  EXPECT_EQ(document["runs"].size(), 5U);
  EXPECT_EQ(document["interrupted"], true);
}

TEST(PairedRuns, ATerminalWithoutUtf8GetsAsciiOnly) {
  PairedPlan plan = small_plan();
  plan.pairs = 2;
  std::ostringstream out;
  std::ostringstream err;
  const Context context{.out = out, .err = err, .terminal = {.utf8 = false}, .stop = {}};
  introduce(plan, context);
  print_pairs(plan, run_pairs(plan, {}, {}), context);
  for (const char c : out.str()) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << out.str();
}

}  // namespace
}  // namespace craggy::cli
