// Draws a figure as an SVG document.
#pragma once

#include <string>

#include "charts/plot.hpp"

namespace craggy::charts {

/// The same figure gives the same bytes. The document needs nothing else: no fonts, styles or pictures from
/// outside. Throws InvalidArgument for coordinates of different sizes, an empty range, or no panel.
std::string render_svg(const Figure& figure);

}  // namespace craggy::charts
