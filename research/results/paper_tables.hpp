// The result tables of [Bodin2020] as data: mean gap, what is bold, mean regret and its standard deviation.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::results {

/// The columns of the paper's tables, by the names of our methods.
inline constexpr std::array<std::string_view, 5> paper_methods = {"noiseless", "warped", "homoscedastic",
                                                                  "heteroscedastic", "latent"};

/// Repetitions behind each of its figures.
inline constexpr std::size_t paper_repetitions = 20;

struct PaperCell {
  double gap = 0.0;
  bool bold = false;
  double mean_regret = 0.0;
  double sd_regret = 0.0;
};

struct PaperRow {
  std::string problem;
  std::size_t evaluations = 0;
  std::size_t dim = 0;
  std::string properties;
  std::optional<double> function_max;  // unknown for robot pushing
  double function_min = 0.0;
  double mean_initial_regret = 0.0;
  double sd_initial_regret = 0.0;
  std::array<std::optional<PaperCell>, paper_methods.size()> cells;

  /// Nothing where the paper has no figure or no such column.
  std::optional<PaperCell> cell(std::string_view method) const;
  double best_gap() const;
};

/// All 25 rows in the order of the table of gaps: 7 after 50 evaluations, 18 after 100.
std::span<const PaperRow> paper_rows();

/// The row of that problem and number of evaluations, or null.
const PaperRow* find_paper_row(std::string_view problem, std::size_t evaluations);

/// The mean gap with the lower confidence bound on Corrupted Exponential after 100 evaluations; nothing for
/// `warped`.
std::optional<double> paper_lcb_gap(std::string_view method);

/// The minimum of Corrupted Holder Table that the paper states. It lies below the infimum of the function
/// in the paper's own listing.
inline constexpr double printed_corrupted_holder_minimum = -20.99;

}  // namespace craggy::results
