// Whether a mean gap of ours agrees with the one that the paper printed.
#pragma once

#include <optional>
#include <string_view>

#include "results/paper_tables.hpp"
#include "results/score_table.hpp"
#include "results/summary.hpp"

namespace craggy::results {

enum class Verdict {
  reproduced,  // the means are within two standard errors of their difference
  stronger,    // ours is higher than that
  weaker,      // ours is lower than that
};

std::string_view verdict_name(Verdict verdict);

struct Agreement {
  double ours = 0.0;
  double printed = 0.0;
  double standard_error = 0.0;  // of the difference
  Verdict verdict = Verdict::reproduced;

  double difference() const { return ours - printed; }
};

/// The standard deviation of the paper's gaps, which it does not print, from that of its regrets. A gap is 1
/// − regret/(initial regret), so there are two ways: to divide by the mean initial regret, or to give 1 − gap
/// the same relative spread as the regret has. The first is far too small where initial regrets are skewed
/// (Beale), the second where the printed gap is 1.000; so the larger of the two.
double paper_gap_sd(const PaperRow& row, const PaperCell& cell);

/// A printed figure is known to half a unit of its third decimal, which is granted on top of two standard
/// errors.
Agreement agree(const Summary& ours, double printed, double printed_sd);

/// Ours against the paper's on the same scale, which is −20.99 as the minimum of Corrupted Holder Table.
/// Nothing where either side has no figure.
std::optional<Agreement> agree(const ScoreTable& table, const PaperRow& row, std::string_view method);

}  // namespace craggy::results
