// What the drawers of panels share: boxes, sizes of text, strokes.
#pragma once

#include <string>
#include <string_view>

#include "charts/plot.hpp"
#include "charts/svg.hpp"

namespace craggy::charts {

struct Box {
  double x = 0.0;
  double y = 0.0;
  double width = 0.0;
  double height = 0.0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

namespace font_size {
inline constexpr double title = 15.0;
inline constexpr double panel_title = 12.5;
inline constexpr double label = 12.0;
inline constexpr double tick = 11.0;
inline constexpr double note = 10.5;
}  // namespace font_size

/// The stroke-dasharray of a dash; "none" for a solid line.
std::string dash_array(Dash dash);

/// The path of one marker around a point; a cross has no inside.
std::string marker_path(Marker marker, double x, double y, double size);

void draw_marker(SvgWriter& svg, Marker marker, Colour colour, double x, double y, double size);

/// A label whose middle, begin or end ("middle", "start", "end") is at x and whose baseline is at y.
void draw_label(SvgWriter& svg, std::string_view text, double x, double y, double size, const char* anchor,
                Colour colour = palette::dark_grey);

/// Room that a panel needs around its plot for ticks and labels.
struct Gutter {
  double left = 0.0;
  double bottom = 0.0;
};
Gutter gutter_of(const Chart& chart);
Gutter gutter_of(const Relief& relief);

/// `id` is unique in the document.
void draw_panel(SvgWriter& svg, const Chart& chart, const Box& plot, const std::string& id);
void draw_panel(SvgWriter& svg, const Relief& relief, const Box& plot, const std::string& id);

}  // namespace craggy::charts
