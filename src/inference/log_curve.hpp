// A density on the line that is costly to evaluate: its log is found on an adaptive grid and is cubic between
// the nodes, which gives the integral, quantiles, and the value anywhere.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// The cubic through four neighbouring nodes, for use between the two in the middle. Where a neighbour is
/// missing (its value is not finite) the degree is lower.
class CellCubic {
 public:
  /// Between nodes i and i + 1 of the ascending `positions`; both values have to be finite.
  CellCubic(std::span<const double> positions, std::span<const double> values, std::size_t i);

  double operator()(double x) const {
    const double from_left = x - left_;
    return value_ + from_left * (slope_ + (x - right_) * (bend_ + (x - outer_) * twist_));
  }

  /// Half the second derivative at x.
  double half_curvature(double x) const;

  /// Sizes of the half curvatures of the two parabolas through three of the nodes.
  double largest_bend() const { return largest_bend_; }
  double smallest_bend() const { return std::abs(smallest_bend_); }

  /// Drops the parabola with the larger bend, so that a far node with an extreme value cannot make the cubic
  /// overshoot.
  void limit();

 private:
  double left_, right_, outer_;
  double value_, slope_, bend_ = 0.0, twist_ = 0.0;
  double largest_bend_ = 0.0, smallest_bend_ = 0.0;
};

class LogCurve {
 public:
  /// Writes the log density at each position; −∞ where there is none. Positions come in batches, so that the
  /// work can be shared among threads.
  using Evaluate = std::function<void(std::span<const double> positions, std::span<double> values)>;

  /// Evaluates the ascending positions of `scan` (at least two), then goes on between them and beyond the
  /// ends until the estimated error, as a share of the total mass, is below `tolerance` in every cell.
  /// Nothing if the density is nowhere finite.
  static std::optional<LogCurve> explore(std::vector<double> scan, double tolerance,
                                         const Evaluate& evaluate);

  double log_integral() const { return log_integral_; }
  double quantile(double probability) const;  // 0 < probability < 1
  double log_density(double x) const;         // interpolated; −∞ beyond the nodes

  /// Nodes in ascending order, and for each the how-manieth evaluation it was.
  const std::vector<double>& positions() const { return positions_; }
  const std::vector<double>& values() const { return values_; }
  const std::vector<std::size_t>& evaluation_of() const { return evaluation_of_; }
  std::size_t cell_of(double x) const;  // i with x between nodes i and i + 1; the nearest if outside

 private:
  LogCurve() = default;
  void insert(std::span<const double> new_positions, std::span<const double> new_values);
  std::vector<double> wanted(double tolerance, double narrowest);
  bool has_mass(std::size_t cell) const;
  CellCubic cubic(std::size_t cell) const;
  void tabulate();

  std::vector<double> positions_, values_;
  std::vector<std::size_t> evaluation_of_;
  std::vector<double> error_;  // of the cubic in cell i, estimated; negative before anything is known
  double best_ = 0.0;
  double stretch_left_ = 0.0, stretch_right_ = 0.0;  // the next steps beyond the ends

  // The distribution function on a grid that is fine enough for a log density that is straight in between.
  std::vector<double> fine_positions_, fine_values_, cumulative_;
  double log_integral_ = 0.0;
};

}  // namespace craggy
