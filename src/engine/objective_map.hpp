// The map from objectives as they were told to those that a model sees, and back.
#pragma once

#include <limits>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// y up to a knee, and knee + s·log(1 + log(1 + (y − knee)/s)) above it: strictly increasing, with a slope
/// that is 1 at the knee and falls. By default every value stays as it is.
class ObjectiveMap {
 public:
  ObjectiveMap() = default;
  /// `knee` and `spread`, which is s, in units of `unit`, so that no difference overflows.
  ObjectiveMap(double unit, double knee, double spread) : unit_(unit), knee_(knee), spread_(spread) {}

  bool is_identity() const { return knee_ == std::numeric_limits<double>::infinity(); }

  double forward(double y) const;
  double slope(double y) const;  // of forward
  /// What would be above the largest double is the largest double.
  double inverse(double warped) const;

  /// A mean and a standard deviation brought back: the inverse of the mean, and half of what lies between
  /// the inverses of a standard deviation above and below it. The moments of the values themselves would say
  /// nothing: the inverse grows like exp(exp(t)), so that no Gaussian has a mean, and wherever one stops, the
  /// far end of the tail rules it.
  struct Moments {
    double mean;
    double sd;
  };
  Moments inverse_moments(double mean, double sd) const;

 private:
  bool keeps(double y) const { return is_identity() || y / unit_ <= knee_; }
  double excess(double y) const;

  double unit_ = 1.0;
  double knee_ = std::numeric_limits<double>::infinity();
  double spread_ = 1.0;
};

}  // namespace craggy
