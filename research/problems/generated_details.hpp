// The jagged structure on top of generated problems: what a search should see through.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "problems/lowest_point.hpp"

namespace craggy::problems {

/// saw: rises and falls back. teeth: up and down in squares. steps: a level for each strip. grain: a level
/// for each cell. oscillation: fast waves. spikes: cells that stick out. cliffs: a few jumps. plateaus: the
/// base in terraces.
inline constexpr std::array<std::string_view, 9> detail_names = {
    "none", "saw", "teeth", "steps", "grain", "oscillation", "spikes", "cliffs", "plateaus"};

/// What a detail is like, apart from its numbers.
struct DetailTraits {
  std::string name;      // of detail_names
  std::string along;     // "inputs" or "turned": the directions that it runs along
  std::string joined;    // "sum" or "maximum" of its directions; "cells" of grain and spikes
  std::string where;     // "everywhere", in "half" of the cube, "away" from or "around" the anchor
  bool anchored = true;  // 0 at the anchor; otherwise it may have any value there
};

DetailTraits draw_detail_traits(RandomStream& stream);

/// A function on the unit cube with values in [0, 1].
struct Detail {
  CubeFunction value;
  std::vector<std::vector<double>> directions;  // unit vectors
  double period = 0.0;                          // the length along a direction after which it begins anew
};

/// Any detail but none and plateaus, which throw InvalidArgument. `anchor` is the lowest point of the base.
Detail make_detail(const DetailTraits& traits, const std::vector<double>& anchor, RandomStream& stream);

}  // namespace craggy::problems
