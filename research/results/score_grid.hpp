// Score tables as text: the paper's two layouts, the paper's own figures in them, and plain data.
#pragma once

#include "results/grid.hpp"
#include "results/score_table.hpp"

namespace craggy::results {

/// Mean gaps, as the paper's main table.
Grid gap_grid(const ScoreTable& table);

/// Mean ± standard deviation of the regret beside function maximum, minimum and initial regret, as the
/// paper's appendix.
Grid regret_grid(const ScoreTable& table);

/// One line per cell with all digits: problem, evaluations, surrogate, repetitions, mean_gap, gap_low,
/// gap_high, mean_regret, sd_regret, best, mean_gap_printed_minimum (Corrupted Holder Table against −20.99;
/// else empty).
Grid score_data(const ScoreTable& table);

/// The paper's table of gaps and its table of regrets.
Grid paper_gap_grid();
Grid paper_regret_grid();

}  // namespace craggy::results
