#include "inference/log_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// A cell in which the log density bends by more than this is not resolved yet, and its cubic not to be
// trusted.
constexpr double unresolved_bend = 8.0;
// Below the best node by this much an end of the grid is far enough out: 1e-7 of the mass per unit length.
constexpr double end_of_mass = 16.0;
constexpr double largest_position = 300.0;  // logs of scales: e^300 and its square root and inverse exist
// Reached only by a density that is ragged from rounding, where more nodes would not tell more.
constexpr std::size_t max_nodes = 120;
constexpr int max_rounds = 60;

// Largest distance between the log density and the straight line in a cell of the fine grid.
constexpr double fine_sag = 0.005;
constexpr double max_fine_cells = 64.0;

}  // namespace

CellCubic::CellCubic(std::span<const double> positions, std::span<const double> values, std::size_t i)
    : left_(positions[i]), right_(positions[i + 1]), outer_(left_), value_(values[i]) {
  // Newton's form over the nodes i, i + 1, i − 1, i + 2.
  slope_ = (values[i + 1] - values[i]) / (right_ - left_);
  const auto bend_with = [&](std::size_t j) {
    const double outer_slope = j < i ? (values[i] - values[j]) / (left_ - positions[j])
                                     : (values[j] - values[i + 1]) / (positions[j] - right_);
    return j < i ? (slope_ - outer_slope) / (right_ - positions[j])
                 : (outer_slope - slope_) / (positions[j] - left_);
  };
  const bool has_left = i > 0 && std::isfinite(values[i - 1]);
  const bool has_right = i + 2 < positions.size() && std::isfinite(values[i + 2]);
  if (!has_left && !has_right) return;
  const double first = has_left ? bend_with(i - 1) : bend_with(i + 2);
  const double second = has_right ? bend_with(i + 2) : first;
  bend_ = first;
  largest_bend_ = std::max(std::abs(first), std::abs(second));
  smallest_bend_ = std::abs(first) < std::abs(second) ? first : second;
  if (has_left && has_right) {
    outer_ = positions[i - 1];
    twist_ = (second - first) / (positions[i + 2] - outer_);
  }
}

double CellCubic::half_curvature(double x) const {
  return bend_ + twist_ * (3.0 * x - left_ - right_ - outer_);
}

void CellCubic::limit() {
  bend_ = smallest_bend_;
  twist_ = 0.0;
}

std::optional<LogCurve> LogCurve::explore(std::vector<double> scan, double tolerance,
                                          const Evaluate& evaluate) {
  LogCurve curve;
  curve.stretch_left_ = scan[1] - scan[0];
  curve.stretch_right_ = scan[scan.size() - 1] - scan[scan.size() - 2];
  const double narrowest = (scan.back() - scan.front()) / 1e6;
  std::vector<double> values;
  for (int round = 0; round < max_rounds && !scan.empty(); ++round) {
    values.resize(scan.size());
    evaluate(scan, values);
    curve.insert(scan, values);
    if (curve.best_ == minus_infinity) return std::nullopt;
    if (curve.positions_.size() >= max_nodes) break;
    scan = curve.wanted(tolerance, narrowest);
  }
  curve.tabulate();
  if (!std::isfinite(curve.log_integral_)) return std::nullopt;
  return curve;
}

bool LogCurve::has_mass(std::size_t cell) const {
  return std::isfinite(values_[cell]) && std::isfinite(values_[cell + 1]);
}

CellCubic LogCurve::cubic(std::size_t cell) const {
  CellCubic result(positions_, values_, cell);
  const double width = positions_[cell + 1] - positions_[cell];
  if (result.largest_bend() * width * width > unresolved_bend) result.limit();
  return result;
}

// New positions are ascending, at most one in each cell and one beyond each end (or the first scan).
void LogCurve::insert(std::span<const double> new_positions, std::span<const double> new_values) {
  std::vector<double> positions;
  std::vector<double> values;
  std::vector<double> error;
  std::vector<std::size_t> evaluation_of;
  const std::size_t num_evaluated = positions_.size();
  const auto append = [&](double x, double value, std::size_t evaluation, double error_behind) {
    positions.push_back(x);
    values.push_back(value);
    evaluation_of.push_back(evaluation);
    error.push_back(error_behind);
  };
  std::size_t next = 0;
  const auto append_new = [&](double error_behind) {
    const double value = std::isfinite(new_values[next]) ? new_values[next] : minus_infinity;
    append(new_positions[next], value, num_evaluated + next, error_behind);
    ++next;
  };
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    while (next < new_positions.size() && new_positions[next] < positions_[i]) append_new(-1.0);
    const bool last = i + 1 == positions_.size();
    double children = last ? -1.0 : error_[i];
    if (!last && next < new_positions.size() && new_positions[next] < positions_[i + 1]) {
      // What the cubic missed in the middle shrinks by 16 in the halves. Asking for 8, and for some rest of
      // the cell's own estimate, allows for a cubic that was right in the middle by chance.
      if (has_mass(i) && std::isfinite(new_values[next])) {
        const double missed = std::abs(new_values[next] - cubic(i)(new_positions[next]));
        children = std::max(missed / 8.0, std::max(error_[i], 0.0) / 256.0);
      } else {
        children = -1.0;
      }
      append(positions_[i], values_[i], evaluation_of_[i], children);
      append_new(children);
    } else {
      append(positions_[i], values_[i], evaluation_of_[i], children);
    }
  }
  while (next < new_positions.size()) append_new(-1.0);
  positions_ = std::move(positions);
  values_ = std::move(values);
  evaluation_of_ = std::move(evaluation_of);
  error_ = std::move(error);
  best_ = *std::max_element(values_.begin(), values_.end());
}

std::vector<double> LogCurve::wanted(double tolerance, double narrowest) {
  const std::size_t num_cells = positions_.size() - 1;
  std::vector<double> importance(num_cells, 0.0);
  double total = 0.0;
  for (std::size_t i = 0; i < num_cells; ++i) {
    const double width = positions_[i + 1] - positions_[i];
    if (!has_mass(i)) {
      // The border of where the density exists: cut down to a small width if there is mass at it.
      const double end = std::max(values_[i], values_[i + 1]);
      if (end > best_ - end_of_mass) importance[i] = width * std::exp(end - best_);
      continue;
    }
    const CellCubic inside = cubic(i);
    if (error_[i] < 0.0) error_[i] = 0.25 * inside.largest_bend() * width * width;
    const double quarter = inside(positions_[i] + 0.25 * width);
    const double half = inside(positions_[i] + 0.5 * width);
    const double three_quarters = inside(positions_[i] + 0.75 * width);
    const double top = std::max({values_[i], values_[i + 1], quarter, half, three_quarters});
    // How far the density may rise above the cubic. Beside a cliff one of the bends is huge and the other is
    // not: then nothing hides there.
    const double hidden =
        std::min(error_[i], unresolved_bend + 0.25 * inside.smallest_bend() * width * width);
    if (top + hidden < best_ - 2.0 * end_of_mass) continue;
    const auto scaled = [&](double value) { return std::exp(std::min(value - best_, unresolved_bend)); };
    total += width *
             (7.0 * (scaled(values_[i]) + scaled(values_[i + 1])) +
              32.0 * (scaled(quarter) + scaled(three_quarters)) + 12.0 * scaled(half)) /
             90.0;  // Boole's rule
    // A cell that holds a whole peak is split even if the cubic is right: the fine grid in it would be
    // coarse.
    const bool holds_peak = inside.largest_bend() * width * width > 8.0 * unresolved_bend;
    importance[i] = width * std::exp(std::min(top - best_ + hidden, end_of_mass)) *
                    (holds_peak ? 1.0 : std::min(error_[i], 1.0));
  }

  std::vector<double> result;
  const auto extends = [&](std::size_t end, std::size_t inner) {
    return std::isfinite(values_[end]) &&
           (values_[end] > best_ - end_of_mass || values_[end] > values_[inner]);
  };
  if (extends(0, 1) && positions_.front() > -largest_position) {
    result.push_back(positions_.front() - stretch_left_);
    stretch_left_ *= 2.0;
  }
  for (std::size_t i = 0; i < num_cells; ++i)
    if (importance[i] > tolerance * total && positions_[i + 1] - positions_[i] > narrowest)
      result.push_back(0.5 * (positions_[i] + positions_[i + 1]));
  if (extends(num_cells, num_cells - 1) && positions_.back() < largest_position) {
    result.push_back(positions_.back() + stretch_right_);
    stretch_right_ *= 2.0;
  }
  return result;
}

void LogCurve::tabulate() {
  double total = 0.0;
  fine_positions_.push_back(positions_[0]);
  fine_values_.push_back(values_[0]);
  cumulative_.push_back(0.0);
  const auto append = [&](double x, double value, double half_curvature) {
    const double width = x - fine_positions_.back();
    const double before = fine_values_.back();
    if (std::isfinite(before) && std::isfinite(value)) {
      // ∫ of the exponential of a straight line, and to first order of the parabola upon it.
      const double rise = std::abs(value - before);
      const double straight = std::exp(std::max(value, before) - best_) *
                              (rise > 1e-8 ? -std::expm1(-rise) / rise : 1.0 - 0.5 * rise);
      total += width * straight * std::max(0.0, 1.0 - half_curvature * width * width / 6.0);
    }
    fine_positions_.push_back(x);
    fine_values_.push_back(value);
    cumulative_.push_back(total);
  };
  for (std::size_t i = 0; i + 1 < positions_.size(); ++i) {
    const double left = positions_[i];
    const double width = positions_[i + 1] - left;
    if (has_mass(i) && std::max(values_[i], values_[i + 1]) > best_ - 2.0 * end_of_mass) {
      const CellCubic inside = cubic(i);
      const double bend =
          std::max(std::abs(inside.half_curvature(left)), std::abs(inside.half_curvature(left + width)));
      const double pieces =
          std::clamp(std::ceil(width * std::sqrt(bend / (4.0 * fine_sag))), 1.0, max_fine_cells);
      for (double k = 1.0; k < pieces; k += 1.0) {
        const double x = left + width * k / pieces;
        append(x, inside(x), inside.half_curvature(x - 0.5 * width / pieces));
      }
      append(positions_[i + 1], values_[i + 1],
             inside.half_curvature(positions_[i + 1] - 0.5 * width / pieces));
    } else {
      append(positions_[i + 1], values_[i + 1], 0.0);
    }
  }
  log_integral_ = best_ + std::log(total);
}

double LogCurve::quantile(double probability) const {
  const double target = probability * cumulative_.back();
  const auto behind = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, target);
  const auto i = static_cast<std::size_t>(behind - cumulative_.begin());
  const double mass = cumulative_[i] - cumulative_[i - 1];
  if (!(mass > 0.0)) return fine_positions_[i - 1];
  const double share = std::clamp((target - cumulative_[i - 1]) / mass, 0.0, 1.0);
  const double rise = fine_values_[i] - fine_values_[i - 1];
  // Inverse distribution function of an exponential density, from the side where it is larger.
  const double along = std::abs(rise) < 1e-8 ? share
                       : rise < 0.0          ? std::log1p(share * std::expm1(rise)) / rise
                                             : 1.0 + std::log1p((1.0 - share) * std::expm1(-rise)) / rise;
  return fine_positions_[i - 1] + along * (fine_positions_[i] - fine_positions_[i - 1]);
}

std::size_t LogCurve::cell_of(double x) const {
  const auto behind = std::upper_bound(positions_.begin() + 1, positions_.end() - 1, x);
  return static_cast<std::size_t>(behind - positions_.begin()) - 1;
}

double LogCurve::log_density(double x) const {
  const std::size_t cell = cell_of(x);
  if (x < positions_.front() || x > positions_.back() || !has_mass(cell)) return minus_infinity;
  return cubic(cell)(x);
}

}  // namespace craggy
