#include "results/score_table.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "example_records.hpp"
#include "support/message_of.hpp"

namespace craggy::results {
namespace {

using craggy::testing::message_of;
using testing::add_runs;
using testing::ahead_but_for_one_run;
using testing::gaps_around;
using testing::record_with;
using testing::run_with_gap;
using Values = std::vector<double>;

TEST(ScoreTable, GapAndRegretOfACell) {
  RecordSet records;
  // Griewank is scored against 0; the first value is the better of the two initial ones.
  records.add(
      record_with({.problem = "griewank", .method = "latent", .repetition = 0}, {4.0, 2.0, 2.0, 0.5}));
  records.add(
      record_with({.problem = "griewank", .method = "latent", .repetition = 1}, {1.0, 1.0, 0.0, 0.0}));
  const ScoreTable table = score_table(records);
  ASSERT_EQ(table.rows.size(), 1U);
  const Row& row = table.rows.front();
  EXPECT_EQ(row.evaluations, 4U);
  const ScoreCell& cell = *table.find_cell(&row, "latent");
  EXPECT_DOUBLE_EQ(cell.gap.mean, 0.875);
  EXPECT_DOUBLE_EQ(cell.regret.mean, 0.25);
  EXPECT_DOUBLE_EQ(cell.regret.sd, std::sqrt(0.125));
  EXPECT_DOUBLE_EQ(row.initial_regret.mean, 1.5);
  EXPECT_LT(cell.gap_interval.low, 0.875);
  EXPECT_TRUE(cell.best);
}

TEST(ScoreTable, ShortRowsAreTheBeginningOfLongRuns) {
  RecordSet records;
  add_runs(records, "hartmann6", "latent", gaps_around(0.9), 100);
  add_runs(records, "hartmann6", "warped", gaps_around(0.5), 50);
  const ScoreTable table = score_table(records);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].evaluations, 50U);
  EXPECT_EQ(table.rows[1].evaluations, 100U);
  EXPECT_NE(table.find_cell(table.rows.data(), "latent"), nullptr);
  EXPECT_NE(table.find_cell(table.rows.data(), "warped"), nullptr);
  EXPECT_NE(table.find_cell(&table.rows[1], "latent"), nullptr);
  EXPECT_EQ(table.find_cell(&table.rows[1], "warped"), nullptr);
  EXPECT_EQ(table.find_cell(&table.rows[1], "craggy"), nullptr);
  EXPECT_EQ(table.find_cell(nullptr, "latent"), nullptr);
}

TEST(ScoreTable, ARowIsScoredAfterItsOwnEvaluations) {
  RecordSet records;
  std::vector<double> best(100, 1.0);
  for (std::size_t i = 49; i < 100; ++i) best[i] = 0.5;
  best[99] = 0.25;
  records.add(record_with({.problem = "griewank", .method = "latent"}, best));
  const ScoreTable table = score_table(records);
  EXPECT_EQ(table.find_cell(table.find_row("griewank", 50), "latent")->gap.mean, 0.5);
  EXPECT_EQ(table.find_cell(table.find_row("griewank", 100), "latent")->gap.mean, 0.75);
}

TEST(ScoreTable, RowsComeInTheOrderOfThePaperAndOthersBehind) {
  RecordSet records;
  for (const std::string problem : {"drop_wave", "robot_pushing", "beale", "shubert01", "griewank"})
    add_runs(records, problem, "latent", {0.5}, 100);
  add_runs(records, "ackley2", "latent", {0.5}, 30);
  std::vector<std::string> rows;
  for (const Row& row : score_table(records).rows)
    rows.push_back(row.problem + std::to_string(row.evaluations));
  EXPECT_EQ(rows,
            (std::vector<std::string>{"griewank50", "shubert0150", "beale100", "griewank100", "shubert01100",
                                      "robot_pushing100", "ackley230", "drop_wave100"}));
}

TEST(ScoreTable, CorruptedHolderHasASecondRowOnThePapersScale) {
  RecordSet records;
  add_runs(records, "corrupted_holder_table", "latent", {0.5, 0.7}, 50, 20.0);
  const ScoreTable table = score_table(records);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_FALSE(table.rows[0].against_printed_minimum);
  EXPECT_NEAR(table.find_cell(table.rows.data(), "latent")->gap.mean, 0.6, 1e-12);
  const Row* printed = table.find_row("corrupted_holder_table", 50, true);
  ASSERT_EQ(printed, &table.rows[1]);
  const double first = -20.6003183996784063 + 20.0;
  EXPECT_NEAR(table.find_cell(printed, "latent")->gap.mean, 12.0 / (first + 20.99), 1e-12);
}

TEST(ScoreTable, BoldIsWhatTheTestDoesNotTellFromTheBest) {
  RecordSet records;
  Values noisy = gaps_around(0.9);
  for (std::size_t r = 0; r < noisy.size(); ++r) noisy[r] += r % 2 == 0 ? 0.05 : -0.06;
  add_runs(records, "beale", "latent", gaps_around(0.9));
  add_runs(records, "beale", "noiseless", noisy);
  add_runs(records, "beale", "homoscedastic", gaps_around(0.89));
  const ScoreTable table = score_table(records);
  EXPECT_TRUE(table.find_cell(table.rows.data(), "latent")->best);
  EXPECT_TRUE(table.find_cell(table.rows.data(), "noiseless")->best);
  EXPECT_FALSE(table.find_cell(table.rows.data(), "homoscedastic")->best);
}

TEST(ScoreTable, RegretMayTellAnotherStory) {
  RecordSet records;
  // One start is far away: there the regret of `noiseless` is large though its gap is as high as elsewhere.
  for (std::uint32_t r = 0; r < 12; ++r) {
    const double start = r == 0 ? 1000.0 : 1.0;
    records.add(run_with_gap({.problem = "beale", .method = "noiseless", .repetition = r}, start, 0.9));
    records.add(
        run_with_gap({.problem = "beale", .method = "latent", .repetition = r}, start, r == 0 ? 0.99 : 0.85));
  }
  add_runs(records, "beale", "craggy", std::vector(12, 0.1), 100, /*initial_regret=*/1000.0);
  const ScoreTable by_gap = score_table(records);
  const ScoreTable by_regret = score_table(records, {.methods = {}, .measure = Measure::regret});
  EXPECT_GT(by_gap.find_cell(by_gap.rows.data(), "noiseless")->gap.mean,
            by_gap.find_cell(by_gap.rows.data(), "latent")->gap.mean);
  EXPECT_FALSE(by_gap.find_cell(by_gap.rows.data(), "latent")->best);
  EXPECT_TRUE(by_regret.find_cell(by_regret.rows.data(), "latent")->best);
  EXPECT_FALSE(by_regret.find_cell(by_regret.rows.data(), "noiseless")->best);
  EXPECT_FALSE(by_regret.find_cell(by_regret.rows.data(), "craggy")->best);
}

TEST(ScoreTable, PairsCommonRepetitions) {
  RecordSet records;
  add_runs(records, "beale", "latent", gaps_around(0.9, 20));
  add_runs(records, "beale", "noiseless", gaps_around(0.8, 7));
  const ScoreTable table = score_table(records);
  const ScoreCell& latent = *table.find_cell(table.rows.data(), "latent");
  const ScoreCell& noiseless = *table.find_cell(table.rows.data(), "noiseless");
  const PairedComparison comparison = compare(latent, noiseless, Measure::gap);
  EXPECT_EQ(comparison.num_pairs, 7U);
  EXPECT_EQ(comparison.p_value, 2.0 / 128.0);
  EXPECT_NEAR(comparison.mean_difference, 0.9 - 0.8 - 0.0065, 1e-12);
  EXPECT_TRUE(significantly_better(latent, noiseless));
  EXPECT_FALSE(significantly_better(noiseless, latent));
  EXPECT_EQ(compare(latent, noiseless, Measure::regret).p_value, 2.0 / 128.0);
  EXPECT_LT(compare(latent, noiseless, Measure::regret).mean_difference, 0.0);
}

// The test is significant, in favour of the one that is behind in mean.
TEST(ScoreTable, MeanAndRanksHaveToAgree) {
  const ScoreTable table = score_table(ahead_but_for_one_run("latent", "noiseless"));
  const ScoreCell& latent = *table.find_cell(table.rows.data(), "latent");
  const ScoreCell& noiseless = *table.find_cell(table.rows.data(), "noiseless");
  const PairedComparison comparison = compare(latent, noiseless, Measure::gap);
  EXPECT_LT(comparison.p_value, significance);
  EXPECT_LT(comparison.mean_difference, 0.0);
  EXPECT_EQ(comparison.rank_difference, 190.0 - 20.0);
  EXPECT_FALSE(significantly_better(noiseless, latent));
  EXPECT_FALSE(significantly_better(latent, noiseless));
}

TEST(ScoreTable, WithoutCommonRepetitionsNothingIsAsGoodAsTheBest) {
  RecordSet records;
  records.add(run_with_gap({.problem = "beale", .method = "latent", .repetition = 0}, 1.0, 0.9));
  records.add(run_with_gap({.problem = "beale", .method = "noiseless", .repetition = 1}, 1.0, 0.89));
  const ScoreTable table = score_table(records);
  EXPECT_TRUE(table.find_cell(table.rows.data(), "latent")->best);
  EXPECT_FALSE(table.find_cell(table.rows.data(), "noiseless")->best);
  EXPECT_TRUE(
      std::isnan(compare(*table.rows[0].cells[0], *table.rows[0].cells[1], Measure::gap).mean_difference));
}

TEST(ScoreTable, NotesSayWhatIsUneven) {
  RecordSet records;
  add_runs(records, "beale", "latent", gaps_around(0.9, 20));
  add_runs(records, "beale", "noiseless", gaps_around(0.8, 7));
  add_runs(records, "levy13", "latent", gaps_around(0.9, 20));
  add_runs(records, "levy13", "noiseless", gaps_around(0.9, 20), 100, /*initial_regret=*/3.0);
  EXPECT_EQ(score_table(records).notes,
            (std::vector<std::string>{
                "20 repetitions, where nothing else is said",
                "noiseless has 7 repetitions on beale (100); tests pair the common ones",
                "on levy13 latent and noiseless do not begin at the same points (repetition 0, "
                "base seed 0), so that their runs are not pairs"}));
}

TEST(ScoreTable, NotesSayWhereATestCannotTellAnything) {
  RecordSet records;
  add_runs(records, "beale", "latent", gaps_around(0.9, 5));
  EXPECT_EQ(score_table(records).notes,
            (std::vector<std::string>{"5 repetitions, where nothing else is said",
                                      "with fewer than 6 pairs no difference can be significant at 5 %"}));
}

TEST(ScoreTable, ColumnsMayBeChosen) {
  RecordSet records;
  for (const std::string method : {"latent", "noiseless", "craggy"})
    add_runs(records, "beale", method, {0.5});
  EXPECT_EQ(score_table(records, {.methods = {"craggy", "noiseless"}}).methods,
            (std::vector<std::string>{"craggy", "noiseless"}));
  EXPECT_EQ(message_of([&] { score_table(records, {.methods = {"latnt"}}); }),
            "method is 'latnt', but it has to be one of noiseless, latent, craggy; did you mean 'latent'?");
}

}  // namespace
}  // namespace craggy::results
