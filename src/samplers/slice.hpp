// Univariate slice sampling with stepping out and shrinkage, one coordinate after the other [Neal2003].
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "samplers/evaluate.hpp"

namespace craggy {

enum class SweepOrder {
  fixed,     // 0, 1, 2, …: invariant, but not reversible
  shuffled,  // a new order in every step: reversible
};

struct SliceOptions {
  SweepOrder order = SweepOrder::fixed;
  Index max_widths = 100;  // a slice is searched over at most this many widths (m in [Neal2003, figure 3])
};

struct SliceTuning {
  Vector widths;  // w: one for each coordinate, or a single one for all
};

/// A step updates every coordinate once. Uses values only; the gradient of the point becomes unknown.
class Slice {
 public:
  using Tuning = SliceTuning;
  struct Workspace {
    std::vector<Index> order;
  };

  explicit Slice(const SliceOptions& options = {}) : options_(options) {
    check_at_least("max_widths", options.max_widths, 1);
  }

  template <LogDensity D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point, const Tuning& tuning,
                Workspace& workspace) const {
    StepInfo info;
    choose_order(stream, density.size(), workspace.order);
    for (Index i : workspace.order) {
      const double width = tuning.widths[tuning.widths.size() == 1 ? 0 : i];
      info.num_evaluations += update(stream, density, point, i, width);
    }
    point.gradient.resize(0);
    return info;
  }

 private:
  void choose_order(RandomStream& stream, Index size, std::vector<Index>& order) const;

  struct Interval {
    double low;
    double high;
    Index steps_down;  // widths it may still grow by, below and above
    Index steps_up;
  };
  /// [Neal2003, figure 3]: a width placed at random around x, and the budget of m − 1 more split at random,
  /// without which limited stepping out would not be reversible.
  Interval place_interval(RandomStream& stream, double x, double width) const;

  /// Returns the number of evaluations.
  template <LogDensity D>
  Index update(RandomStream& stream, D& density, ChainPoint& point, Index i, double width) const {
    const double current = point.q[i];
    const double log_height = point.log_density - stream.exponential();
    Index num_evaluations = 0;
    const auto value_at = [&](double x) {
      point.q[i] = x;
      ++num_evaluations;
      return checked_value(density, point.q);
    };

    Interval interval = place_interval(stream, current, width);
    for (; interval.steps_down > 0 && value_at(interval.low) > log_height; --interval.steps_down)
      interval.low -= width;
    for (; interval.steps_up > 0 && value_at(interval.high) > log_height; --interval.steps_up)
      interval.high += width;

    // [Neal2003, figure 5]. The interval always holds the current point, so in the end it has shrunk onto it.
    while (true) {
      const double proposed = stream.uniform(interval.low, interval.high);
      if (proposed == current) break;
      const double value = value_at(proposed);
      if (value > log_height) {
        point.log_density = value;
        return num_evaluations;
      }
      (proposed < current ? interval.low : interval.high) = proposed;
    }
    point.q[i] = current;
    return num_evaluations;
  }

  SliceOptions options_;
};

/// Throws InvalidArgument unless the widths fit a density of `size` coordinates.
void check_tuning(const SliceTuning& tuning, Index size);

}  // namespace craggy
