#include "results/craggy_rows.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "example_records.hpp"
#include "results/score_table.hpp"

namespace craggy::results {
namespace {

using testing::add_runs;
using testing::ahead_but_for_one_run;
using testing::gaps_around;

TEST(CraggyRows, FindTheBestRival) {
  RecordSet records;
  add_runs(records, "beale", "craggy", gaps_around(0.95));
  add_runs(records, "beale", "latent", gaps_around(0.90));
  add_runs(records, "beale", "noiseless", gaps_around(0.93));
  add_runs(records, "beale", "noiseless:sampled", gaps_around(0.97));
  add_runs(records, "beale", "latent:lcb", gaps_around(0.99));
  add_runs(records, "beale", "peer/botorch", gaps_around(0.99));
  const CraggyRow paper = craggy_rows(records, Rivals::paper).at(0);
  EXPECT_EQ(paper.rival, "noiseless");
  EXPECT_NEAR(paper.rival_gap, 0.93, 1e-12);
  EXPECT_NEAR(paper.against_rival.mean_difference, 0.02, 1e-12);
  EXPECT_FALSE(paper.is_significantly_worse());
  EXPECT_EQ(paper.printed_gap, 0.988);
  EXPECT_TRUE(paper.counts);
  EXPECT_FALSE(paper.reaches_paper());
  const CraggyRow sampled = craggy_rows(records, Rivals::sampled).at(0);
  EXPECT_EQ(sampled.rival, "noiseless:sampled");
  EXPECT_TRUE(sampled.is_significantly_worse());
}

// The ranks of 19 better runs are not counted against craggy because one run missed.
TEST(CraggyRows, AreNotWorseAgainstTheDirectionOfTheTest) {
  const CraggyRow row = craggy_rows(ahead_but_for_one_run("craggy", "noiseless"), Rivals::paper).at(0);
  EXPECT_LT(row.against_rival.mean_difference, 0.0);
  EXPECT_LT(row.adjusted_p_value, significance);
  EXPECT_FALSE(row.against_rival.is_behind());
  EXPECT_FALSE(row.is_significantly_worse());
}

TEST(CraggyRows, AreComparedWithThreeDecimals) {
  RecordSet records;
  add_runs(records, "weierstrass", "craggy", {0.7036});
  EXPECT_TRUE(craggy_rows(records, Rivals::paper).at(0).reaches_paper());  // 0.704
  RecordSet lower;
  add_runs(lower, "weierstrass", "craggy", {0.7034});
  EXPECT_FALSE(craggy_rows(lower, Rivals::paper).at(0).reaches_paper());
}

TEST(CraggyRows, CorruptedHolderIsOnThePapersScale) {
  RecordSet records;
  add_runs(records, "corrupted_holder_table", "craggy", {0.9}, 50, 20.0);
  const std::vector<CraggyRow> rows = craggy_rows(records, Rivals::paper);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NEAR(rows[0].gap, 18.0 / (20.0 - 20.6003183996784063 + 20.99), 1e-12);
  EXPECT_EQ(rows[0].rival, std::nullopt);
}

TEST(CraggyRows, SomeRowsDoNotCount) {
  RecordSet records;
  for (const std::string problem : {"branin01", "nn_boston", "nn_climate", "robot_pushing", "drop_wave"})
    add_runs(records, problem, "craggy", {0.5});
  std::vector<std::string> counting;
  for (const CraggyRow& row : craggy_rows(records, Rivals::paper))
    if (row.counts) counting.push_back(row.problem);
  EXPECT_EQ(counting, (std::vector<std::string>{"robot_pushing"}));
}

// One row alone would be called worse; among 13 it is not.
TEST(CraggyRows, HolmGoesOverAllRows) {
  RecordSet records;
  add_runs(records, "beale", "craggy", gaps_around(0.88, 7));
  add_runs(records, "beale", "latent", gaps_around(0.9, 7));
  const CraggyRow alone = craggy_rows(records, Rivals::paper).at(0);
  EXPECT_TRUE(alone.is_significantly_worse());
  EXPECT_EQ(alone.against_rival.p_value, 2.0 / 128.0);
  EXPECT_EQ(alone.adjusted_p_value, alone.against_rival.p_value);
  for (const std::string problem : {"levy13", "branin02", "weierstrass", "griewank", "ackley6",
                                    "cross_in_tray", "holder_table", "hartmann6"}) {
    add_runs(records, problem, "craggy", gaps_around(0.9, 7));
    add_runs(records, problem, "latent", gaps_around(0.9, 7));
  }
  const std::vector<CraggyRow> rows = craggy_rows(records, Rivals::paper);
  const auto beale =
      std::find_if(rows.begin(), rows.end(), [](const CraggyRow& r) { return r.problem == "beale"; });
  EXPECT_EQ(rows.size(), 13U);
  EXPECT_NEAR(beale->adjusted_p_value, 13.0 * alone.against_rival.p_value, 1e-12);
  EXPECT_FALSE(beale->is_significantly_worse());
}

}  // namespace
}  // namespace craggy::results
