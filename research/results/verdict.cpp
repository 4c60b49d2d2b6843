#include "results/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace craggy::results {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::stronger:
      return "stronger";
    case Verdict::weaker:
      return "weaker";
  }
  return "";
}

double paper_gap_sd(const PaperRow& row, const PaperCell& cell) {
  const double by_initial_regret = cell.sd_regret / row.mean_initial_regret;
  const double by_relative_spread =
      cell.mean_regret > 0.0 ? (1.0 - cell.gap) * cell.sd_regret / cell.mean_regret : 0.0;
  return std::max(by_initial_regret, by_relative_spread);
}

Agreement agree(const Summary& ours, double printed, double printed_sd) {
  constexpr double rounding = 0.0005;
  const double printed_error = printed_sd / std::sqrt(static_cast<double>(paper_repetitions));
  // A single run of ours has no error that one could know: it is judged by the paper's alone.
  const double our_error = ours.count > 1 ? ours.standard_error : 0.0;
  Agreement agreement;
  agreement.ours = ours.mean;
  agreement.printed = printed;
  agreement.standard_error = std::hypot(our_error, printed_error);
  if (std::abs(agreement.difference()) > 2.0 * agreement.standard_error + rounding)
    agreement.verdict = agreement.difference() > 0.0 ? Verdict::stronger : Verdict::weaker;
  return agreement;
}

std::optional<Agreement> agree(const ScoreTable& table, const PaperRow& row, std::string_view method) {
  const bool printed_scale = row.problem == "corrupted_holder_table";
  const ScoreCell* ours =
      table.find_cell(table.find_row(row.problem, row.evaluations, printed_scale), method);
  const std::optional<PaperCell> printed = row.cell(method);
  if (ours == nullptr || !printed) return std::nullopt;
  return agree(ours->gap, printed->gap, paper_gap_sd(row, *printed));
}

}  // namespace craggy::results
