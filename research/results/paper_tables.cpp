#include "results/paper_tables.hpp"

#include <algorithm>
#include <utility>

namespace craggy::results {
namespace {

using ScoreCell = std::optional<PaperCell>;
using Cells = std::array<ScoreCell, paper_methods.size()>;

ScoreCell plain(double gap, double mean_regret, double sd_regret) {
  return PaperCell{gap, false, mean_regret, sd_regret};
}

ScoreCell bold(double gap, double mean_regret, double sd_regret) {
  return PaperCell{gap, true, mean_regret, sd_regret};
}

struct Range {
  std::optional<double> max;
  double min = 0.0;
};

struct Initial {
  double mean = 0.0;
  double sd = 0.0;
};

PaperRow row(std::string problem, std::size_t evaluations, std::size_t dim, std::string properties,
             const Range& function, const Initial& regret, Cells cells) {
  return {.problem = std::move(problem),
          .evaluations = evaluations,
          .dim = dim,
          .properties = std::move(properties),
          .function_max = function.max,
          .function_min = function.min,
          .mean_initial_regret = regret.mean,
          .sd_initial_regret = regret.sd,
          .cells = cells};
}

// [Bodin2020, table of mean gaps and, in the appendix, table of regrets]. Each row: problem, evaluations,
// dimension, properties, function maximum and minimum, initial regret with its standard deviation; then per
// method the mean gap and the mean and standard deviation of the regret.
std::vector<PaperRow> make_rows() {
  const ScoreCell none;
  return {
      row("hartmann6", 50, 6, "boring", {0.00, -3.32}, {2.764, 0.490},
          {{bold(0.959, 0.117, 0.109), plain(0.537, 1.360, 0.783), plain(0.881, 0.343, 0.575),
            bold(0.973, 0.074, 0.081), bold(0.937, 0.190, 0.436)}}),
      row("griewank", 50, 2, "oscillatory", {3.19, 0.00}, {1.151, 0.441},
          {{bold(0.914, 0.104, 0.230), plain(0.493, 0.379, 0.179), plain(0.752, 0.220, 0.150),
            bold(0.913, 0.105, 0.101), bold(0.897, 0.102, 0.081)}}),
      row("shubert01", 50, 2, "oscillatory", {210.45, -186.73}, {183.2, 9.820},
          {{plain(0.378, 114.6, 51.93), plain(0.158, 129.3, 31.52), bold(0.378, 113.1, 47.77),
            bold(0.480, 95.70, 60.38), bold(0.593, 75.34, 66.56)}}),
      row("ackley2", 50, 2, "complicated, oscillatory", {22.27, 0.00}, {16.45, 4.202},
          {{bold(0.924, 1.391, 2.101), plain(0.274, 12.79, 3.550), bold(0.892, 1.641, 0.723),
            bold(0.912, 1.282, 2.481), bold(0.927, 1.093, 0.741)}}),
      row("cross_in_tray", 50, 2, "complicated, oscillatory", {-0.26, -2.06}, {0.393, 0.158},
          {{bold(0.954, 0.018, 0.052), plain(0.385, 0.195, 0.123), plain(0.929, 0.026, 0.032),
            bold(0.977, 0.009, 0.038), bold(0.945, 0.026, 0.062)}}),
      row("holder_table", 50, 2, "complicated, oscillatory", {0.00, -19.21}, {15.51, 2.571},
          {{plain(0.939, 0.983, 1.329), plain(0.896, 1.433, 0.687), plain(0.900, 1.451, 1.182),
            plain(0.931, 1.081, 1.376), bold(0.993, 0.112, 0.398)}}),
      row("corrupted_holder_table", 50, 2, "complicated, oscillatory", {3.46, -20.99}, {18.37, 2.444},
          {{plain(0.741, 4.816, 4.671), plain(0.798, 3.508, 0.983), plain(0.826, 3.138, 1.123),
            plain(0.729, 5.157, 5.433), bold(0.896, 1.836, 0.690)}}),
      row("branin01", 100, 2, "none", {308.13, 0.40}, {6.975, 5.110},
          {{bold(1.000, 0.001, 0.000), none, bold(1.000, 0.001, 0.001), bold(1.000, 0.001, 0.001),
            bold(1.000, 0.000, 0.000)}}),
      row("branin02", 100, 2, "none", {506.98, 5.56}, {27.666, 28.450},
          {{bold(0.991, 0.253, 0.500), none, plain(0.964, 0.736, 0.690), bold(0.990, 0.253, 0.501),
            bold(0.981, 0.380, 0.572)}}),
      row("beale", 100, 2, "boring", {181853.61, 0.00}, {1152.964, 3639.596},
          {{bold(0.987, 0.288, 0.302), none, bold(0.982, 0.259, 0.210), bold(0.987, 0.241, 0.253),
            bold(0.988, 0.250, 0.251)}}),
      row("hartmann6", 100, 6, "boring", {0.00, -3.32}, {2.764, 0.490},
          {{bold(0.987, 0.038, 0.082), none, plain(0.947, 0.162, 0.471), bold(0.984, 0.044, 0.066),
            bold(0.979, 0.058, 0.100)}}),
      row("griewank", 100, 2, "oscillatory", {3.19, 0.00}, {1.151, 0.441},
          {{bold(0.967, 0.028, 0.020), none, plain(0.875, 0.099, 0.054), bold(0.969, 0.032, 0.023),
            bold(0.946, 0.055, 0.056)}}),
      row("levy13", 100, 2, "oscillatory", {454.13, 0.00}, {58.26, 37.30},
          {{bold(0.997, 0.289, 1.018), none, bold(0.999, 0.026, 0.028), bold(0.998, 0.205, 0.727),
            bold(0.998, 0.034, 0.025)}}),
      row("deflected_corrugated_spring", 100, 10, "oscillatory", {25.87, -1.00}, {5.919, 1.364},
          {{plain(0.347, 3.921, 1.848), none, bold(0.840, 0.944, 0.574), plain(0.406, 3.411, 1.243),
            plain(0.697, 1.797, 0.880)}}),
      row("shubert01", 100, 2, "oscillatory", {210.45, -186.73}, {183.2, 9.820},
          {{plain(0.510, 90.09, 56.44), none, plain(0.511, 88.72, 50.59), bold(0.672, 60.34, 58.95),
            bold(0.877, 22.70, 45.82)}}),
      row("weierstrass", 100, 8, "complicated", {144.00, 112.00}, {12.90, 1.430},
          {{plain(0.600, 5.070, 0.997), none, bold(0.704, 3.790, 0.767), plain(0.577, 5.401, 1.320),
            plain(0.625, 4.798, 1.436)}}),
      row("cross_in_tray", 100, 2, "complicated, oscillatory", {-0.26, -2.06}, {0.393, 0.158},
          {{bold(1.000, 0.000, 0.000), none, plain(0.995, 0.001, 0.002), bold(1.000, 0.000, 0.000),
            bold(1.000, 0.000, 0.000)}}),
      row("holder_table", 100, 2, "complicated, oscillatory", {0.00, -19.21}, {15.51, 2.571},
          {{plain(0.971, 0.459, 1.048), none, plain(0.963, 0.495, 1.079), bold(0.964, 0.591, 1.176),
            bold(1.000, 0.005, 0.006)}}),
      row("ackley2", 100, 2, "complicated, oscillatory", {22.27, 0.00}, {16.45, 4.202},
          {{bold(0.971, 0.480, 0.720), none, plain(0.914, 1.318, 0.556), bold(0.980, 0.347, 0.597),
            bold(0.974, 0.395, 0.332)}}),
      row("ackley6", 100, 6, "complicated, oscillatory", {22.27, 0.00}, {19.89, 0.809},
          {{plain(0.459, 10.92, 6.656), none, bold(0.789, 4.191, 0.751), plain(0.442, 11.20, 6.438),
            bold(0.712, 5.819, 5.449)}}),
      row("corrupted_holder_table", 100, 2, "complicated, oscillatory", {3.46, -20.99}, {18.37, 2.444},
          {{plain(0.844, 2.921, 3.728), none, plain(0.889, 2.034, 0.781), plain(0.822, 3.396, 3.798),
            bold(0.918, 1.474, 0.342)}}),
      row("corrupted_exponential", 100, 8, "complicated, oscillatory", {-0.04, -0.99}, {0.391, 0.101},
          {{plain(0.580, 0.172, 0.109), none, bold(0.847, 0.057, 0.016), plain(0.581, 0.165, 0.087),
            bold(0.806, 0.074, 0.038)}}),
      row("nn_boston", 100, 9, "unknown", {5.00, -0.85}, {0.886, 1.199},
          {{bold(0.720, 0.023, 0.012), none, bold(0.761, 0.023, 0.009), bold(0.810, 0.019, 0.013),
            bold(0.770, 0.021, 0.010)}}),
      row("nn_climate", 100, 9, "unknown", {5.00, 0.11}, {0.161, 0.099},
          {{plain(0.629, 0.047, 0.017), none, bold(0.717, 0.035, 0.017), bold(0.683, 0.040, 0.021),
            bold(0.678, 0.039, 0.017)}}),
      row("robot_pushing", 100, 4, "unknown", {std::nullopt, 0.00}, {3.783, 1.842},
          {{plain(0.877, 0.468, 0.729), none, plain(0.745, 0.829, 0.673), bold(0.907, 0.369, 0.537),
            bold(0.932, 0.193, 0.128)}}),
  };
}

}  // namespace

std::optional<PaperCell> PaperRow::cell(std::string_view method) const {
  const auto found = std::find(paper_methods.begin(), paper_methods.end(), method);
  if (found == paper_methods.end()) return std::nullopt;
  return cells.at(static_cast<std::size_t>(found - paper_methods.begin()));
}

double PaperRow::best_gap() const {
  double best = 0.0;
  for (const std::optional<PaperCell>& cell : cells)
    if (cell) best = std::max(best, cell->gap);
  return best;
}

std::span<const PaperRow> paper_rows() {
  static const std::vector<PaperRow> rows = make_rows();
  return rows;
}

const PaperRow* find_paper_row(std::string_view problem, std::size_t evaluations) {
  for (const PaperRow& row : paper_rows())
    if (row.problem == problem && row.evaluations == evaluations) return &row;
  return nullptr;
}

std::optional<double> paper_lcb_gap(std::string_view method) {
  if (method == "noiseless") return 0.751;
  if (method == "homoscedastic") return 0.818;
  if (method == "heteroscedastic") return 0.797;
  if (method == "latent") return 0.858;
  return std::nullopt;
}

}  // namespace craggy::results
