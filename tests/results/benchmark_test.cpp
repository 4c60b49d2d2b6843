#include "results/benchmark.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using experiments::Record;
using testing::record_with;

constexpr std::size_t evaluations = 10;

// A run on a problem whose minimum is 0, so that nothing has to be made of its name.
Record run(const std::string& problem, const std::string& method, double gap, std::uint32_t repetition = 0) {
  std::vector<double> best(evaluations, 1.0);
  for (std::size_t i = evaluations / 2; i < evaluations; ++i) best[i] = 1.0 - gap;
  return record_with({problem, method, repetition, evaluations}, std::move(best));
}

double zero(const std::string& /*problem*/) { return 0.0; }

Benchmark only_benchmark(const RecordSet& records) {
  const std::vector<BenchmarkSuite> suites = benchmark_suites(records);
  EXPECT_EQ(suites.size(), 1U);
  return benchmark(records, suites.front(), zero);
}

const BenchmarkMethod& method(const Benchmark& benchmark, const std::string& name) {
  return *std::ranges::find(benchmark.methods, name, &BenchmarkMethod::method);
}

TEST(BenchmarkSuites, PreferConfirmation) {
  RecordSet records;
  records.add(run("generated_3", "craggy", 0.5));
  records.add(run("bbob_f3_d2_i1", "craggy", 0.5));
  std::vector<BenchmarkSuite> suites = benchmark_suites(records);
  ASSERT_EQ(suites.size(), 2U);
  EXPECT_FALSE(suites[0].confirmation);
  EXPECT_EQ(suites[0].made_by, "generated");
  EXPECT_EQ(suites[1].targets, Targets::difference);

  records.add(run("generated_1000", "random", 0.5));  // of another method alone: nothing to compare
  EXPECT_FALSE(benchmark_suites(records)[0].confirmation);
  records.add(run("generated_1000", "craggy", 0.5));
  records.add(run("bbob_f3_d2_i61", "craggy", 0.5));
  suites = benchmark_suites(records);
  EXPECT_TRUE(suites[0].confirmation);
  EXPECT_EQ(suites[0].problems, std::vector<std::string>{"generated_1000"});
  EXPECT_EQ(suites[1].problems, std::vector<std::string>{"bbob_f3_d2_i61"});
  EXPECT_EQ(suites[1].made_by, "bbob-confirmation");
}

TEST(BenchmarkSuites, OfThePapersProblemsThoseWithPeers) {
  RecordSet records;
  records.add(run("beale", "craggy", 0.5));
  records.add(run("hpo_car", "craggy", 0.5));
  EXPECT_EQ(benchmark_suites(records).size(), 1U);
  records.add(run("beale", "peer/cma", 0.5));
  ASSERT_EQ(benchmark_suites(records).size(), 2U);
  EXPECT_EQ(benchmark_suites(records)[1].key, "paper");
}

// Ranks, gaps and leads by hand: three problems, one of them with two repetitions.
TEST(Benchmark, ProblemsCountOnce) {
  RecordSet records;
  const auto add = [&](const std::string& problem, std::uint32_t repetition, double craggy, double random) {
    records.add(run(problem, "craggy", craggy, repetition));
    records.add(run(problem, "random", random, repetition));
  };
  add("hpo_car", 0, 0.9, 0.5);
  add("hpo_car", 1, 0.7, 0.8);
  add("hpo_kc1", 0, 0.6, 0.6);
  add("hpo_phoneme", 0, 0.4, 0.1);
  const Benchmark result = only_benchmark(records);
  EXPECT_EQ(result.evaluations, evaluations);
  EXPECT_EQ(result.num_ranked, 4U);
  EXPECT_EQ(result.num_ranked_problems, 3U);
  EXPECT_EQ(result.methods.front().method, "craggy");
  EXPECT_NEAR(method(result, "craggy").rank.mean, (1.5 + 1.5 + 1.0) / 3.0, 1e-12);
  EXPECT_NEAR(method(result, "craggy").mean_gap, (0.8 + 0.6 + 0.4) / 3.0, 1e-12);
  const Summary& lead = method(result, "random").lead;
  EXPECT_NEAR(lead.mean, -0.15, 1e-12);
  EXPECT_NEAR(lead.standard_error, 0.15 / std::sqrt(3.0), 1e-12);
  // Targets that 0.9, 0.7, 0.6 and 0.4 reach: 9, 7, 6 and 4 of 12.
  EXPECT_NEAR(method(result, "craggy").reached.back(), (8.0 + 6.0 + 4.0) / 36.0, 1e-12);
  EXPECT_EQ(method(result, "craggy").reached.front(), 0.0);

  ASSERT_EQ(result.rows.size(), 4U);  // all, and each problem
  EXPECT_EQ(result.rows[0].name, "all");
  EXPECT_EQ(result.rows[1].name, "hpo_car");
  EXPECT_EQ(result.rows[1].count, 2U);
  EXPECT_NEAR(result.rows[1].gaps[0].mean, 0.8, 1e-12);
}

TEST(Benchmark, AMethodWithFewRunsIsComparedAndNotRanked) {
  RecordSet records;
  for (std::uint32_t r = 0; r < 6; ++r) {
    records.add(run("hpo_car", "craggy", 0.5, r));
    records.add(run("hpo_car", "random", 0.25, r));
    if (r < 2) records.add(run("hpo_car", "peer/smac", 0.75, r));
    if (r < 3) records.add(run("hpo_car", "latent", 0.5, r));
  }
  records.add(run("hpo_kc1", "peer/smac", 0.75));  // where craggy has no run
  const Benchmark result = only_benchmark(records);
  EXPECT_EQ(result.methods.back().method, "peer/smac");
  EXPECT_FALSE(result.methods.back().is_ranked);
  EXPECT_EQ(result.methods.back().num_runs, 2U);
  EXPECT_NEAR(result.methods.back().lead.mean, 0.25, 1e-12);
  EXPECT_TRUE(method(result, "latent").is_ranked);
  EXPECT_EQ(result.num_ranked, 3U);
}

TEST(Benchmark, LossesAreMoreThanTwoStandardErrors) {
  RecordSet records;
  for (std::uint32_t r = 0; r < 5; ++r) {
    const double noise = 0.01 * static_cast<double>(r);
    records.add(run("hpo_car", "craggy", 0.5, r));
    records.add(run("hpo_car", "latent", 0.6 + noise, r));            // surely ahead
    records.add(run("hpo_car", "noiseless", 0.4 + 10.0 * noise, r));  // now behind, now ahead: +0.1 ± 0.07
    records.add(run("hpo_car", "random", 0.3 + noise, r));
  }
  const Benchmark result = only_benchmark(records);
  ASSERT_EQ(result.losses.size(), 1U);
  EXPECT_EQ(result.losses[0].row, "hpo_car");
  EXPECT_EQ(result.losses[0].method, "latent");
  EXPECT_NEAR(result.losses[0].craggy_gap, 0.5, 1e-12);
  EXPECT_NEAR(result.losses[0].lead.mean, 0.12, 1e-12);
  EXPECT_EQ(result.num_compared, 3U);  // of one problem, "all" says nothing
}

TEST(Benchmark, FamiliesOfGeneratedProblems) {
  RecordSet records;
  for (const char* problem : {"generated_1000", "generated_1001", "generated_1002"}) {
    records.add(run(problem, "craggy", 0.5));
    records.add(run(problem, "random", 0.25));
  }
  const Benchmark result = only_benchmark(records);
  EXPECT_EQ(result.rows.front().name, "all");
  EXPECT_EQ(result.rows.front().count, 3U);
  EXPECT_TRUE(std::ranges::any_of(result.rows,
                                  [](const BenchmarkRow& row) { return row.name.starts_with("detail: "); }));
}

TEST(Benchmark, WithoutCraggyIsAnError) {
  RecordSet records;
  records.add(run("hpo_car", "random", 0.5));
  EXPECT_TRUE(benchmark_suites(records).empty());
  EXPECT_THROW(benchmark(records, {.key = "hpo", .title = "Tables", .problems = {"hpo_car"}}, zero),
               InvalidArgument);
}

}  // namespace
}  // namespace craggy::results
