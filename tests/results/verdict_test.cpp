#include "results/verdict.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using testing::add_runs;
using testing::gaps_around;

Summary summary_of(double mean, double sd, std::size_t count = 20) {
  return {count, mean, sd, sd / std::sqrt(static_cast<double>(count))};
}

TEST(Verdict, SpreadOfThePapersGaps) {
  // Where initial regrets are alike, both ways agree: 0.109/2.764 and (1 − 0.959)·0.109/0.117.
  const PaperRow& hartmann = *find_paper_row("hartmann6", 50);
  EXPECT_NEAR(paper_gap_sd(hartmann, *hartmann.cell("noiseless")), 0.109 / 2.764, 1e-12);
  // Where they are skewed, dividing by their mean is far too little.
  const PaperRow& beale = *find_paper_row("beale", 100);
  EXPECT_NEAR(paper_gap_sd(beale, *beale.cell("noiseless")), 0.013 * 0.302 / 0.288, 1e-12);
  // Where the gap is printed as 1.000, its distance from 1 is lost.
  const PaperRow& holder = *find_paper_row("holder_table", 100);
  EXPECT_NEAR(paper_gap_sd(holder, *holder.cell("latent")), 0.006 / 15.51, 1e-12);
  const PaperRow& tray = *find_paper_row("cross_in_tray", 100);
  EXPECT_EQ(paper_gap_sd(tray, *tray.cell("latent")), 0.0);
}

TEST(Verdict, TwoStandardErrorsOfTheDifference) {
  const double sd = 0.1;
  const double error = sd * std::sqrt(2.0 / 20.0);
  const auto verdict = [&](double difference) {
    return agree(summary_of(0.5 + difference, sd), 0.5, sd).verdict;
  };
  EXPECT_NEAR(agree(summary_of(0.6, sd), 0.5, sd).standard_error, error, 1e-15);
  EXPECT_EQ(verdict(0.0), Verdict::reproduced);
  EXPECT_EQ(verdict(2.0 * error), Verdict::reproduced);
  EXPECT_EQ(verdict(-2.0 * error), Verdict::reproduced);
  EXPECT_EQ(verdict(2.0 * error + 0.0006), Verdict::stronger);
  EXPECT_EQ(verdict(-2.0 * error - 0.0006), Verdict::weaker);
}

TEST(Verdict, GrantsTheRoundingOfAPrintedFigure) {
  EXPECT_EQ(agree(summary_of(0.9996, 0.0), 1.0, 0.0).verdict, Verdict::reproduced);
  EXPECT_EQ(agree(summary_of(0.9994, 0.0), 1.0, 0.0).verdict, Verdict::weaker);
}

TEST(Verdict, OneRunIsJudgedByThePapersError) {
  EXPECT_EQ(agree(summary_of(0.6, std::nan(""), 1), 0.5, 0.2).verdict, Verdict::stronger);
  EXPECT_EQ(agree(summary_of(0.55, std::nan(""), 1), 0.5, 0.2).verdict, Verdict::reproduced);
}

TEST(Verdict, ComparesCorruptedHolderOnThePapersScale) {
  RecordSet records;
  add_runs(records, "corrupted_holder_table", "latent", gaps_around(0.9), 50, 18.0);
  add_runs(records, "hartmann6", "latent", gaps_around(0.9), 50);
  const ScoreTable table = score_table(records);
  const PaperRow& holder = *find_paper_row("corrupted_holder_table", 50);
  const double scale = 18.0 / (18.0 - 20.6003183996784063 + 20.99);
  EXPECT_NEAR(agree(table, holder, "latent")->ours, 0.9 * scale, 1e-12);
  EXPECT_EQ(agree(table, holder, "latent")->printed, 0.896);
  EXPECT_NEAR(agree(table, *find_paper_row("hartmann6", 50), "latent")->ours, 0.9, 1e-12);
  EXPECT_EQ(agree(table, holder, "warped"), std::nullopt);
  EXPECT_EQ(agree(table, *find_paper_row("hartmann6", 100), "latent"), std::nullopt);
}

TEST(Verdict, HasAName) {
  EXPECT_EQ(verdict_name(Verdict::reproduced), "reproduced");
  EXPECT_EQ(verdict_name(Verdict::stronger), "stronger");
  EXPECT_EQ(verdict_name(Verdict::weaker), "weaker");
}

}  // namespace
}  // namespace craggy::results
