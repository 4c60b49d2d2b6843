// The smooth functions under generated problems: what a search should follow.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "problems/lowest_point.hpp"

namespace craggy::problems {

/// A function on the unit cube whose smallest value is 0 and that exceeds 1 on about a twentieth of the cube.
struct Base {
  CubeFunction value;
  std::vector<double> argmin;
};

/// sample: a draw of a Gaussian process. sum: draws of one input each, added. bowl: a valley, at times bent.
/// wells: a few hollows, as in Hartmann's functions. product: waves multiplied in pairs, with many minima as
/// deep.
inline constexpr std::array<std::string_view, 5> base_names = {"sample", "sum", "bowl", "wells", "product"};

/// `turned` bases do not lie along the inputs. Throws InvalidArgument for a name that is not among
/// base_names.
Base make_base(std::string_view name, std::size_t dim, bool turned, RandomStream& stream);

}  // namespace craggy::problems
