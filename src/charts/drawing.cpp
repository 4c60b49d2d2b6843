#include "charts/drawing.hpp"

#include <fmt/format.h>

#include "charts/text.hpp"

namespace craggy::charts {

std::string dash_array(Dash dash) {
  switch (dash) {
    case Dash::dashed:
      return "7 3.5";
    case Dash::dotted:
      return "1.5 3";
    case Dash::dash_dotted:
      return "8 3 1.5 3";
    case Dash::solid:
      break;
  }
  return "none";
}

std::string marker_path(Marker marker, double x, double y, double size) {
  const double r = size / 2.0;
  PathData path;
  if (marker == Marker::cross) {
    path.move_to(x - r, y - r);
    path.line_to(x + r, y + r);
    path.move_to(x - r, y + r);
    path.line_to(x + r, y - r);
  } else {
    // Points down: it stands above what it marks.
    path.move_to(x - r, y - r);
    path.line_to(x + r, y - r);
    path.line_to(x, y + r);
    path.close();
  }
  return path.str();
}

void draw_marker(SvgWriter& svg, Marker marker, Colour colour, double x, double y, double size) {
  switch (marker) {
    case Marker::circle:
      svg.empty("circle", {{"cx", x},
                           {"cy", y},
                           {"r", size / 2.0},
                           {"fill", hex(colour)},
                           {"stroke", "#ffffff"},
                           {"stroke-width", 0.7}});
      break;
    case Marker::cross:
      svg.empty("path", {{"d", marker_path(marker, x, y, size)},
                         {"stroke", hex(colour)},
                         {"stroke-width", 1.4},
                         {"fill", "none"}});
      break;
    case Marker::triangle:
      svg.empty("path", {{"d", marker_path(marker, x, y, size)}, {"fill", hex(colour)}});
      break;
  }
}

void draw_label(SvgWriter& svg, std::string_view text, double x, double y, double size, const char* anchor,
                Colour colour) {
  svg.label({{"x", x}, {"y", y}, {"font-size", size}, {"text-anchor", anchor}, {"fill", hex(colour)}}, text);
}

}  // namespace craggy::charts
