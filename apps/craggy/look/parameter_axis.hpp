// A parameter as an axis of a picture.
#pragma once

#include <vector>

#include <craggy/space/space.hpp>

#include "charts/plot.hpp"

namespace craggy::cli {

/// The axis of one parameter: logarithmic where the search is, the choices of a category side by side.
class ParameterAxis {
 public:
  explicit ParameterAxis(const Parameter& parameter);

  const charts::Axis& axis() const { return axis_; }
  /// Where a code stands on it.
  double at(double code) const;
  /// Those of the axis, or round numbers.
  std::vector<charts::Tick> ticks() const;
  bool has_choices() const { return has_choices_; }

 private:
  charts::Axis axis_;
  bool is_log_ = false;
  bool has_choices_ = false;
};

}  // namespace craggy::cli
