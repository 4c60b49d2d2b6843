// Made-up regions of the unit cube in which evaluations fail, one for each shape and seed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/landscape.hpp"

namespace craggy::problems {

/// What a search meets on one landscape: where evaluations fail, and where a constraint is broken.
class FailingRegion {
 public:
  /// none: nothing fails. half_space: one parameter too low, for a fifth to a third of the cube. oblique: the
  /// same, in a direction of its own. corner: two parameters too low. ball: around some point. strip: two
  /// parallel planes and what is between them, a twelfth of a side. disc: a ball whose edge is a little
  /// beyond the lowest value of the landscape, so that the best that is left is at the border.
  /// behind_constraint: one parameter below 0.1, where the constraint that it is at least 0.55 is broken
  /// anyway. anywhere: a fifth of all points, scattered as if at random, so that there is nothing to learn.
  static const std::vector<std::string>& shapes();

  /// Throws InvalidArgument for an unknown shape.
  FailingRegion(std::string_view shape, const Landscape& landscape, std::uint64_t seed);

  bool fails(std::span<const double> x) const;
  bool has_constraint() const { return shape_ == "behind_constraint"; }
  /// At most 0 where it holds.
  double constraint(std::span<const double> x) const { return 0.55 - x[0]; }

 private:
  double along(std::span<const double> x) const;  // the direction

  std::string shape_;
  std::vector<double> direction_;
  double low_ = 0.0;
  double high_ = 0.0;
  std::vector<double> centre_;
  double radius_ = 0.0;
};

}  // namespace craggy::problems
