#include "figures/regret_curve.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "experiments/protocol.hpp"
#include "experiments/repetition.hpp"
#include "support/message_of.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::figures {
namespace {

experiments::Record record_of(const std::string& method, std::vector<double> best,
                              std::uint64_t base_seed = 0) {
  experiments::Record record;
  record.problem = "beale";  // its minimum is 0
  record.method = method;
  record.base_seed = base_seed;
  record.best = std::move(best);
  return record;
}

TEST(RegretCurve, IsMeanAndStandardDeviationAfterEachEvaluation) {
  const std::vector<experiments::Record> records = {record_of("latent", {5.0, 3.0, 1.0}),
                                                    record_of("latent", {4.0, 4.0, 2.0, 1.0}),
                                                    record_of("latent", {9.0, 2.0, 2.0})};
  const RegretCurve curve = regret_curve(records, 0.5);
  EXPECT_EQ(curve.method, "latent");
  EXPECT_EQ(curve.repetitions, 3U);
  ASSERT_EQ(curve.mean.size(), 3U);  // what all have
  EXPECT_NEAR(curve.mean[0], 5.5, 1e-12);
  EXPECT_NEAR(curve.mean[1], 2.5, 1e-12);
  EXPECT_NEAR(curve.sd[0], std::sqrt((1.0 + 4.0 + 9.0) / 2.0), 1e-12);
  EXPECT_NEAR(curve.sd[1], 1.0, 1e-12);
  EXPECT_EQ(regret_curve(std::span(records).first(1), 0.5).sd, (std::vector<double>{0.0, 0.0, 0.0}));
}

TEST(RegretCurves, TakesTheMethodsInOrderAndTheBaseSeed) {
  const std::vector<experiments::Record> records = {
      record_of("latent", {2.0, 1.0}), record_of("noiseless", {4.0, 3.0}), record_of("latent", {8.0, 8.0}, 1),
      record_of("random", {5.0, 5.0})};
  const std::vector<std::string> methods = {"noiseless", "homoscedastic", "latent"};
  const auto curves = regret_curves(records, "beale", methods, 0);
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].method, "noiseless");
  EXPECT_EQ(curves[1].method, "latent");
  EXPECT_EQ(curves[1].repetitions, 1U);
  EXPECT_EQ(curves[1].mean, (std::vector<double>{2.0, 1.0}));
  EXPECT_EQ(testing::message_of([&] { regret_curves(records, "beale", methods, 7); }),
            "the records have no repetition of beale with base seed 7; 'craggy experiment run table1 --only "
            "beale --seed 7 --out DIR' makes them");
  EXPECT_NE(testing::message_of([&] { regret_curves(records, "branin01", methods, 0); }), "(no error)");
}

TEST(RunQuickly, GivesWhatTheRunnerWould) {
  const QuickRun run{.problems = {"beale"},
                     .methods = {"random", "noiseless"},
                     .repetitions = 2,
                     .evaluations = 4,
                     .base_seed = 5};
  ThreadPool pool(2);
  std::size_t told = 0;
  const auto records = run_quickly(run, &pool, {}, [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 4U);
    told = std::max(told, done);
  });
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(told, 4U);
  for (const experiments::Record& record : records) {
    const auto repetition =
        experiments::run_repetition(testbeds::find_problem("beale"), experiments::parse_method(record.method),
                                    experiments::repetition_seed(5, "beale", record.repetition), 4);
    EXPECT_EQ(record.best, experiments::best_so_far(repetition.values));
  }
}

}  // namespace
}  // namespace craggy::figures
