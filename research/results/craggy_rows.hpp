// craggy's default row by row: next to the paper's best column and to the best of our own surrogates.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/record_set.hpp"
#include "results/score_table.hpp"

namespace craggy::results {

struct CraggyRow {
  std::string problem;
  std::size_t evaluations = 0;
  double gap = 0.0;                   // on the paper's scale: Corrupted Holder Table against −20.99
  std::optional<double> printed_gap;  // the paper's best column
  bool counts = false;                // among the 22 rows that the goal is about
  std::optional<std::string> rival;   // the surrogate of ours with the highest mean gap
  double rival_gap = 0.0;             // on the same scale as `gap`
  PairedComparison against_rival;     // craggy − rival, over common repetitions
  double adjusted_p_value = 1.0;      // Holm, over all rows with a rival

  /// Compared with three decimals, as printed.
  bool reaches_paper() const;
  bool is_significantly_worse() const;
};

enum class Rivals {
  paper,    // the paper's surrogates as they are
  sampled,  // and these with a sampled amplitude
};

/// All rows that craggy has records of. The rivals use expected improvement, as craggy does.
std::vector<CraggyRow> craggy_rows(const RecordSet& records, Rivals rivals);

}  // namespace craggy::results
