// What the pictures of a study share.
#pragma once

#include <string>
#include <vector>

#include <craggy/study/options.hpp>

#include "charts/plot.hpp"

namespace craggy::cli {

/// A range for values of which some may be far worse than the rest: those are left out.
charts::Range value_range(const std::vector<double>& values, Direction direction);

/// "3 values lie outside", or "".
std::string clipped_note(const std::vector<double>& values, charts::Range range);

/// `share` of the way from one colour to another.
charts::Colour blend(charts::Colour from, charts::Colour to, double share);

/// A range that has all of these, with a little room; of nothing, or of one value, one around it.
charts::Range range_of(const std::vector<double>& values, double room = 0.06);

}  // namespace craggy::cli
