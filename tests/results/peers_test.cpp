#include "results/peers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using testing::add_runs;
using testing::gaps_around;

const PeerLine& line_of(const PeerRow& row, const std::string& method) {
  return *std::find_if(row.lines.begin(), row.lines.end(),
                       [&](const PeerLine& line) { return line.method == method; });
}

RecordSet runs_of_peers() {
  RecordSet records;
  add_runs(records, "beale", "craggy", gaps_around(0.9, 20));
  add_runs(records, "beale", "latent", gaps_around(0.8, 20));
  add_runs(records, "beale", "homoscedastic", gaps_around(0.99, 20));
  add_runs(records, "beale", "peer/botorch", gaps_around(0.85, 10));
  add_runs(records, "beale", "random", gaps_around(0.1, 5));
  return records;
}

TEST(Peers, AreRankedWithinRepetitions) {
  const std::vector<PeerRow> rows = peer_rows(runs_of_peers());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].problem, "beale");
  EXPECT_EQ(rows[0].evaluations, 100U);
  EXPECT_EQ(rows[0].num_ranked, 5U);
  ASSERT_EQ(rows[0].lines.size(), 4U);  // the homoscedastic GP is no part of it
  EXPECT_EQ(line_of(rows[0], "craggy").rank, 1.0);
  EXPECT_EQ(line_of(rows[0], "peer/botorch").rank, 2.0);
  EXPECT_EQ(line_of(rows[0], "latent").rank, 3.0);
  EXPECT_EQ(line_of(rows[0], "random").rank, 4.0);
}

TEST(Peers, RanksAreMeansOverRepetitions) {
  RecordSet records;
  add_runs(records, "beale", "craggy", {0.9, 0.9, 0.9, 0.5});
  add_runs(records, "beale", "peer/botorch", {0.8, 0.8, 0.9, 0.6});
  const PeerRow row = peer_rows(records).at(0);
  EXPECT_EQ(line_of(row, "craggy").rank, (1.0 + 1.0 + 1.5 + 2.0) / 4.0);
  EXPECT_EQ(line_of(row, "peer/botorch").rank, (2.0 + 2.0 + 1.5 + 1.0) / 4.0);
}

TEST(Peers, AreComparedWithCraggyOnCommonRepetitions) {
  const PeerRow row = peer_rows(runs_of_peers()).at(0);
  EXPECT_FALSE(line_of(row, "craggy").against_craggy.has_value());
  const PeerLine& botorch = line_of(row, "peer/botorch");
  EXPECT_EQ(botorch.gap.count, 10U);
  EXPECT_EQ(botorch.against_craggy->num_pairs, 10U);
  EXPECT_EQ(botorch.against_craggy->p_value, 2.0 / 1024.0);
  EXPECT_NEAR(botorch.against_craggy->mean_difference, 0.85 - 0.9 + 0.005, 1e-12);
  EXPECT_EQ(botorch.seconds, 0.5);
}

TEST(Peers, TotalsAreOfMethodsThatRanEverywhere) {
  RecordSet records = runs_of_peers();
  add_runs(records, "levy13", "craggy", gaps_around(0.7, 20));
  add_runs(records, "levy13", "latent", gaps_around(0.6, 20));
  add_runs(records, "levy13", "peer/botorch", gaps_around(0.8, 8));
  add_runs(records, "beale", "peer/slow", gaps_around(0.95, 4));
  add_runs(records, "levy13", "peer/slow", gaps_around(0.95, 10));
  add_runs(records, "levy13", "peer/robust", gaps_around(0.9, 3), 50);
  const std::vector<PeerTotal> totals = peer_totals(records);
  // Neither random search nor `robust`, which ran on one of the two problems, nor `slow` with four
  // repetitions.
  ASSERT_EQ(totals.size(), 3U);
  EXPECT_EQ(totals[0].method, "craggy");
  EXPECT_EQ(totals[0].mean_rank, 1.5);
  EXPECT_EQ(totals[1].method, "peer/botorch");
  EXPECT_EQ(totals[1].mean_rank, 1.5);
  EXPECT_EQ(totals[0].num_repetitions, 20U);
  EXPECT_EQ(totals[1].num_repetitions, 8U);
  EXPECT_EQ(totals[2].num_ranked, 8U);
  EXPECT_EQ(totals[0].mean_difference, 0.0);
  EXPECT_NEAR(totals[1].mean_difference, 0.5 * (-0.045 + 0.106), 1e-12);
  EXPECT_EQ(totals[1].num_better, 1U);
  EXPECT_EQ(totals[1].num_worse, 1U);
  EXPECT_NEAR(totals[1].seconds, 0.5, 1e-12);
  EXPECT_EQ(totals[2].method, "latent");
  EXPECT_EQ(totals[2].mean_rank, 3.0);
  EXPECT_EQ(totals[2].num_worse, 2U);

  // The short runs have a row of their own, in which all that ran longer take part.
  const std::vector<PeerRow> rows = peer_rows(records);
  ASSERT_EQ(rows.size(), 3U);
  const auto short_row =
      std::find_if(rows.begin(), rows.end(), [](const PeerRow& row) { return row.evaluations == 50; });
  EXPECT_EQ(short_row->problem, "levy13");
  EXPECT_EQ(short_row->lines.size(), 5U);
  EXPECT_EQ(short_row->num_ranked, 3U);
}

TEST(Peers, WithoutCraggyThereIsNoDifference) {
  RecordSet records;
  add_runs(records, "beale", "latent", gaps_around(0.8, 20));
  add_runs(records, "beale", "peer/botorch", gaps_around(0.85, 10));
  for (const PeerTotal& total : peer_totals(records)) EXPECT_TRUE(std::isnan(total.mean_difference));
}

TEST(Peers, NoneAreNoTable) {
  RecordSet records;
  add_runs(records, "beale", "craggy", gaps_around(0.9, 20));
  EXPECT_TRUE(peer_rows(records).empty());
  EXPECT_TRUE(peer_totals(records).empty());
}

}  // namespace
}  // namespace craggy::results
