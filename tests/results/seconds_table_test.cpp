#include "results/seconds_table.hpp"

#include <gtest/gtest.h>

#include "example_records.hpp"

namespace craggy::results {
namespace {

using experiments::Record;
using testing::run_with_gap;

Record timed(const std::string& method, std::uint32_t repetition, std::size_t evaluations, double total) {
  Record record = run_with_gap(
      {.problem = "beale", .method = method, .repetition = repetition, .evaluations = evaluations}, 1.0, 0.5);
  record.suggest_total = total;
  return record;
}

TEST(SecondsTable, IsTheMeanPerSuggestion) {
  RecordSet records;
  records.add(timed("latent", 0, 102, 10.0));
  records.add(timed("latent", 1, 102, 20.0));
  records.add(timed("warped", 0, 52, 5.0));
  const SecondsTable table = seconds_table(records);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.methods, (std::vector<std::string>{"warped", "latent"}));
  EXPECT_EQ(table.rows[0].evaluations, 52U);
  EXPECT_EQ(table.rows[0].seconds[0], 0.1);
  EXPECT_EQ(table.rows[0].seconds[1], std::nullopt);
  EXPECT_EQ(table.rows[1].seconds[1], 0.15);
  EXPECT_EQ(seconds_table(records, {"latent"}).rows.size(), 1U);
  EXPECT_EQ(seconds_per_suggestion(records, "beale", "latent", 102), 0.15);
  EXPECT_EQ(seconds_per_suggestion(records, "beale", "latent", 50), std::nullopt);
}

TEST(SecondsTable, AsText) {
  RecordSet records;
  records.add(timed("latent", 0, 102, 12.0));
  records.add(timed("warped", 0, 52, 250.0));
  EXPECT_EQ(to_markdown(seconds_grid(seconds_table(records))),
            "| Benchmark | Evals | Dim | Warped GP | LGP |\n"
            "|---|---:|---:|---:|---:|\n"
            "| Beale | 52 | 2 | 5.0 | – |\n"
            "| Beale | 102 | 2 | – | 0.120 |\n");
  EXPECT_EQ(to_csv(seconds_data(seconds_table(records))),
            "problem,evaluations,surrogate,seconds_per_suggestion\n"
            "beale,52,warped,5\n"
            "beale,102,latent,0.12\n");
}

}  // namespace
}  // namespace craggy::results
