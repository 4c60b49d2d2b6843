// A part of the unit cube, looked at as if it were the whole: what maximisers search when they stay
// somewhere.
#pragma once

#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

struct Box {
  Vector lower;
  Vector width;  // of each side, above 0; lower + width is at most 1

  Vector from_unit(const ConstVectorRef& u) const { return (lower + width.cwiseProduct(u)).cwiseMin(1.0); }
  /// What lies outside is brought to the border.
  Vector to_unit(const ConstVectorRef& x) const;
};

/// The cube of this side around a point of the unit cube, cut to that.
Box box_around(const ConstVectorRef& centre, double side);

/// u ↦ acquisition(box.from_unit(u)), with the gradient in u. Refers to the acquisition, which has to outlive
/// it.
std::unique_ptr<Acquisition> in_box(const Acquisition& acquisition, Box box);

}  // namespace craggy
