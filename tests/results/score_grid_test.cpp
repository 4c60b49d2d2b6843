#include "results/score_grid.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using testing::add_runs;
using testing::gaps_around;
using testing::run_with_gap;

RecordSet scored_records() {
  RecordSet records;
  add_runs(records, "corrupted_holder_table", "latent", gaps_around(0.9), 50, 20.0);
  add_runs(records, "corrupted_holder_table", "warped", gaps_around(0.7), 50, 20.0);
  add_runs(records, "nn_boston", "latent", gaps_around(0.8), 100, 1.0);
  return records;
}

TEST(ScoreGrid, GapsAsInThePaper) {
  EXPECT_EQ(
      to_markdown(gap_grid(score_table(scored_records()))),
      "| Benchmark | Evals | Dim | Properties | Warped GP | LGP |\n"
      "|---|---:|---:|---|---:|---:|\n"
      "| Corrupted Holder Table | 50 | 2 | complicated, oscillatory | 0.700 | **0.900** |\n"
      "| Corrupted Holder Table, against -20.99 | 50 | 2 | complicated, oscillatory | 0.687 | **0.883** |\n"
      "| NN Boston | 100 | 9 | unknown | – | **0.800** |\n"
      "\n"
      "- 20 repetitions, where nothing else is said\n"
      "- bold: not significantly different from the best mean gap (two-sided paired Wilcoxon signed-rank "
      "test at 5 %)\n");
}

TEST(ScoreGrid, RegretsAsInThePaper) {
  const std::string text =
      to_markdown(regret_grid(score_table(scored_records(), {.methods = {}, .measure = Measure::regret})));
  EXPECT_TRUE(text.starts_with(
      "| Benchmark | Evals | Dim | Func Max | Func Min | Initial regret | Warped GP | LGP |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|\n"
      "| Corrupted Holder Table | 50 | 2 | 2.39 | -20.60 | 20.00 ± 0.000 | 6.000 ± 0.118 | **2.000 ± 0.118** "
      "|\n"
      "| NN Boston | 100 | 9 | 5.00 | "))
      << text;
  EXPECT_NE(text.find("best mean regret"), std::string::npos);
}

TEST(ScoreGrid, PartsOfTheTableHaveARuleBetweenThem) {
  const Grid grid = gap_grid(score_table(scored_records()));
  ASSERT_EQ(grid.rows.size(), 3U);
  EXPECT_FALSE(grid.rows[0].rule_above);
  EXPECT_FALSE(grid.rows[1].rule_above);
  EXPECT_TRUE(grid.rows[2].rule_above);
}

TEST(ScoreGrid, DataHaveALinePerCell) {
  RecordSet records;
  records.add(run_with_gap({.problem = "griewank", .method = "latent", .repetition = 0}, 1.0, 0.5));
  records.add(run_with_gap({.problem = "griewank", .method = "latent", .repetition = 1}, 1.0, 0.75));
  records.add(run_with_gap({.problem = "griewank", .method = "craggy", .repetition = 0, .evaluations = 100},
                           1.0, 0.25));
  const std::string text = to_csv(score_data(score_table(records)));
  EXPECT_TRUE(
      text.starts_with("problem,evaluations,surrogate,repetitions,mean_gap,gap_low,gap_high,mean_regret,"
                       "sd_regret,best,mean_gap_printed_minimum\n"
                       "griewank,50,latent,2,0.625,-0.96"))
      << text;
  EXPECT_TRUE(text.ends_with("griewank,100,craggy,1,0.25,,,0.75,,true,\n")) << text;
  const std::string holder = to_csv(score_data(score_table(scored_records())));
  EXPECT_EQ(std::count(holder.begin(), holder.end(), '\n'), 4);
  EXPECT_NE(holder.find(",false,0.68"), std::string::npos) << holder;
}

TEST(ScoreGrid, ThePapersOwnTables) {
  const std::string gaps = to_markdown(paper_gap_grid());
  EXPECT_EQ(std::count(gaps.begin(), gaps.end(), '\n'), 27);
  EXPECT_NE(
      gaps.find(
          "| Corrupted Holder Table | 50 | 2 | complicated, oscillatory | 0.741 | 0.798 | 0.826 | 0.729 | "
          "**0.896** |\n"),
      std::string::npos);
  EXPECT_NE(gaps.find("| Branin01 | 100 | 2 | none | **1.000** | – | **1.000** |"), std::string::npos);
  const std::string regrets = to_markdown(paper_regret_grid());
  EXPECT_NE(regrets.find("| Shubert01 | 100 | 2 | 210.45 | -186.73 | 183.2 ± 9.820 | 90.09 ± 56.44 | – |"),
            std::string::npos);
  EXPECT_NE(regrets.find("| unknown | 0.00 | 3.783 ± 1.842 |"), std::string::npos);
}

}  // namespace
}  // namespace craggy::results
