// Gaps and regrets of records: one row per problem and number of evaluations, one column per method, and
// which methods are not significantly different from the best.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/record_set.hpp"
#include "results/summary.hpp"

namespace craggy::results {

/// Below this two-sided p-value a difference is called significant.
inline constexpr double significance = 0.05;

enum class Measure { gap, regret };

struct Score {
  Repetition repetition;
  double initial_regret = 0.0;
  double gap = 0.0;
  double regret = 0.0;

  double value(Measure measure) const { return measure == Measure::gap ? gap : regret; }
};

struct ScoreCell {
  std::vector<Score> scores;  // in the order of the repetitions; never empty
  Summary gap;
  Interval gap_interval;  // 95 %, Student's t
  Summary regret;
  bool best = false;  // the best mean of the row, or not significantly different from it

  const Summary& summary(Measure measure) const { return measure == Measure::gap ? gap : regret; }
};

struct Row {
  std::string problem;
  std::size_t evaluations = 0;
  double reference = 0.0;
  bool against_printed_minimum =
      false;               // a second row of Corrupted Holder Table, scored with the paper's −20.99
  Summary initial_regret;  // of all repetitions that any method has
  std::vector<std::optional<ScoreCell>> cells;  // one per method of the table; nothing: no records
};

struct ScoreTable {
  Measure measure = Measure::gap;  // that decides what is best
  std::vector<std::string> methods;
  std::vector<Row> rows;           // in the order of the paper's table, others behind
  std::vector<std::string> notes;  // what a reader has to know about numbers of repetitions and pairs

  const Row* find_row(std::string_view problem, std::size_t evaluations,
                      bool against_printed_minimum = false) const;
  /// Null where there is no such row, column or record.
  const ScoreCell* find_cell(const Row* row, std::string_view method) const;
};

struct ScoreOptions {
  std::vector<std::string> methods;  // the columns; empty: all that there are
  Measure measure = Measure::gap;
};

/// The rows are those of the paper and those of the records' own lengths, as far as there are records that
/// are long enough: a row of 50 evaluations is the beginning of longer runs.
ScoreTable score_table(const RecordSet& records, const ScoreOptions& options = {});

/// Two methods on their common repetitions.
struct PairedComparison {
  std::size_t num_pairs = 0;
  double mean_difference = 0.0;  // a − b; NaN without pairs
  double rank_difference = 0.0;  // what the test looks at: signed ranks of a − b, added up
  double p_value = 1.0;          // two-sided Wilcoxon signed-rank test

  /// By mean and ranks: where one bad run lowers the mean of a method that is ahead in all others, a small p
  /// speaks for that method.
  bool is_ahead() const { return mean_difference > 0.0 && rank_difference > 0.0; }
  bool is_behind() const { return mean_difference < 0.0 && rank_difference < 0.0; }
};

PairedComparison compare(const ScoreCell& a, const ScoreCell& b, Measure measure);

/// Ahead in gaps, and the test calls it significant.
bool significantly_better(const ScoreCell& a, const ScoreCell& b);

}  // namespace craggy::results
