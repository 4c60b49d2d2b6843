// Panels with two axes.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.hpp"
#include "charts/drawing.hpp"
#include "charts/simplify.hpp"
#include "charts/text.hpp"

namespace craggy::charts {
namespace {

constexpr double tick_length = 4.0;
constexpr double overhang = 5.0;

// From the units of the axes to those of the picture.
struct Frame {
  Range x;
  Range y;
  Box plot;

  // Far outside is as good as farther outside, and keeps numbers short.
  double to_x(double value) const {
    return plot.x + plot.width * std::clamp((value - x.low) / (x.high - x.low), -9.0, 10.0);
  }
  double to_y(double value) const {
    return plot.bottom() - plot.height * std::clamp((value - y.low) / (y.high - y.low), -9.0, 10.0);
  }
};

// What nobody can see, in the units of the picture.
constexpr double invisible = 0.04;

// Adds a stretch of a curve, with its first point joined to what is there or not.
void append(PathData& path, const std::vector<Point>& points, bool joined) {
  for (const Point& point : simplified(points, invisible)) {
    if (joined)
      path.line_to(point.x, point.y);
    else
      path.move_to(point.x, point.y);
    joined = true;
  }
}

void draw_mark(SvgWriter& svg, const Line& line, const Frame& frame) {
  check_size("the y of a line", line.y.size(), line.x.size());
  PathData path;
  std::vector<Point> stretch;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (std::isfinite(line.x[i]) && std::isfinite(line.y[i])) {
      stretch.push_back({frame.to_x(line.x[i]), frame.to_y(line.y[i])});
    } else {
      append(path, stretch, false);
      stretch.clear();
    }
  }
  append(path, stretch, false);
  if (path.empty()) return;
  const bool is_faint = line.opacity < 1.0;
  if (is_faint) svg.open("g", {{"opacity", line.opacity}});
  svg.empty("path", {{"d", path.str()},
                     {"fill", "none"},
                     {"stroke", hex(line.colour)},
                     {"stroke-width", line.width},
                     {"stroke-dasharray", dash_array(line.dash)},
                     {"stroke-linejoin", "round"}});
  if (is_faint) svg.close();
}

void draw_mark(SvgWriter& svg, const Band& band, const Frame& frame) {
  check_size("the lower edge of a band", band.lower.size(), band.x.size());
  check_size("the upper edge of a band", band.upper.size(), band.x.size());
  check_all_finite("the lower edge of a band", band.lower);
  check_all_finite("the upper edge of a band", band.upper);
  if (band.x.empty()) return;
  std::vector<Point> there;
  std::vector<Point> back;
  for (std::size_t i = 0; i < band.x.size(); ++i) {
    there.push_back({frame.to_x(band.x[i]), frame.to_y(band.upper[i])});
    back.push_back({frame.to_x(band.x[i]), frame.to_y(band.lower[i])});
  }
  std::reverse(back.begin(), back.end());
  PathData path;
  append(path, there, false);
  append(path, back, true);
  path.close();
  svg.empty("path", {{"d", path.str()}, {"fill", hex(band.colour)}, {"fill-opacity", band.opacity}});
}

void draw_mark(SvgWriter& svg, const Points& points, const Frame& frame) {
  check_size("the y of points", points.y.size(), points.x.size());
  const bool is_faint = points.opacity < 1.0;
  if (is_faint) svg.open("g", {{"opacity", points.opacity}});
  for (std::size_t i = 0; i < points.x.size(); ++i)
    draw_marker(svg, points.marker, points.colour, frame.to_x(points.x[i]), frame.to_y(points.y[i]),
                points.size);
  if (is_faint) svg.close();
}

// Neighbours of one colour are one rectangle. Each reaches a little under the next, so that no seam shows.
void draw_mark(SvgWriter& svg, const Cells& cells, const Frame& frame) {
  if (cells.x.size() < 2 || cells.y.size() < 2) return;
  const std::size_t rows = cells.y.size() - 1;
  check_size("the colours of cells", cells.colours.size(), (cells.x.size() - 1) * rows);
  constexpr double overlap = 0.3;
  for (std::size_t i = 0; i + 1 < cells.x.size(); ++i)
    for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
      const std::optional<Colour>& colour = cells.colours[i * rows + begin];
      for (end = begin + 1; end < rows && cells.colours[i * rows + end] == colour;) ++end;
      if (!colour) continue;
      const double left = frame.to_x(cells.x[i]);
      const double top = frame.to_y(cells.y[end]);
      svg.empty("rect", {{"x", left},
                         {"y", top - overlap},
                         {"width", frame.to_x(cells.x[i + 1]) - left + overlap},
                         {"height", frame.to_y(cells.y[begin]) - top + overlap},
                         {"fill", hex(*colour)}});
    }
}

void draw_mark(SvgWriter& svg, const Text& text, const Frame& frame) {
  const double side = text.ends_there ? -1.0 : 1.0;
  const double x = frame.to_x(text.x) + 6.0 * side;
  const double y = frame.to_y(text.y);
  if (text.pale_ground) {
    const double width = text_width(text.text, font_size::note);
    svg.empty("rect", {{"x", text.ends_there ? x - width : x},
                       {"y", y - 0.6 * font_size::note},
                       {"width", width},
                       {"height", 1.2 * font_size::note},
                       {"fill", hex(palette::white)},
                       {"opacity", 0.75}});
  }
  draw_label(svg, text.text, x, y + 0.36 * font_size::note, font_size::note,
             text.ends_there ? "end" : "start", text.colour);
}

void draw_mark(SvgWriter& svg, const Rule& rule, const Frame& frame) {
  svg.empty("line", {{"x1", frame.to_x(rule.x)},
                     {"x2", frame.to_x(rule.x)},
                     {"y1", frame.plot.y},
                     {"y2", frame.plot.bottom()},
                     {"stroke", hex(rule.colour)},
                     {"stroke-width", rule.width},
                     {"stroke-dasharray", dash_array(rule.dash)}});
}

void draw_mark(SvgWriter& svg, const ScaleBar& bar, const Frame& frame) {
  const double y = frame.plot.bottom() - 8.0;
  const double cap = 4.0;
  const double low = frame.to_x(bar.low);
  const double high = frame.to_x(bar.high);
  PathData path;
  path.move_to(low, y);
  path.line_to(high, y);
  for (const double x : {low, high}) {
    path.move_to(x, y - cap);
    path.line_to(x, y + cap);
  }
  svg.empty("path",
            {{"d", path.str()}, {"fill", "none"}, {"stroke", hex(bar.colour)}, {"stroke-width", 2.2}});
}

std::vector<Tick> ticks_of(const Axis& axis) {
  if (!axis.ticks.empty()) return axis.ticks;
  return nice_ticks(axis.range.low, axis.range.high, axis.num_ticks);
}

void draw_axes(SvgWriter& svg, const Chart& chart, const Frame& frame) {
  const Box& plot = frame.plot;
  PathData grid;
  PathData lines;
  for (const Tick& tick : ticks_of(chart.y)) {
    const double y = frame.to_y(tick.value);
    grid.move_to(plot.x, y);
    grid.line_to(plot.right(), y);
    lines.move_to(plot.x - tick_length, y);
    lines.line_to(plot.x, y);
    if (chart.y.tick_labels)
      draw_label(svg, tick.label, plot.x - tick_length - 3.0, y + 0.36 * font_size::tick, font_size::tick,
                 "end");
  }
  for (const Tick& tick : ticks_of(chart.x)) {
    const double x = frame.to_x(tick.value);
    lines.move_to(x, plot.bottom());
    lines.line_to(x, plot.bottom() + tick_length);
    if (chart.x.tick_labels)
      draw_label(svg, tick.label, x, plot.bottom() + tick_length + 11.0, font_size::tick, "middle");
  }
  lines.move_to(plot.x, plot.y);
  lines.line_to(plot.x, plot.bottom());
  lines.line_to(plot.right(), plot.bottom());
  svg.empty(
      "path",
      {{"d", grid.str()}, {"stroke", hex(palette::light_grey)}, {"stroke-width", 0.7}, {"fill", "none"}});
  svg.empty(
      "path",
      {{"d", lines.str()}, {"stroke", hex(palette::dark_grey)}, {"stroke-width", 1.0}, {"fill", "none"}});
}

void draw_axis_labels(SvgWriter& svg, const Chart& chart, const Box& plot) {
  const Gutter gutter = gutter_of(chart);
  if (!chart.x.label.empty())
    draw_label(svg, chart.x.label, plot.x + plot.width / 2.0, plot.bottom() + gutter.bottom - 4.0,
               font_size::label, "middle");
  if (chart.y.label.empty()) return;
  const double x = plot.x - gutter.left + font_size::label;
  const double y = plot.y + plot.height / 2.0;
  svg.label({{"transform", fmt::format("translate({} {}) rotate(-90)", short_fixed(x), short_fixed(y))},
             {"font-size", font_size::label},
             {"text-anchor", "middle"},
             {"fill", hex(palette::dark_grey)}},
            chart.y.label);
}

}  // namespace

Gutter gutter_of(const Chart& chart) {
  Gutter gutter{.left = tick_length + 3.0, .bottom = tick_length + 3.0};
  if (chart.y.tick_labels) {
    double widest = 0.0;
    for (const Tick& tick : ticks_of(chart.y))
      widest = std::max(widest, text_width(tick.label, font_size::tick));
    gutter.left += widest + 2.0;
  }
  if (!chart.y.label.empty()) gutter.left += font_size::label + 4.0;
  if (chart.x.tick_labels) gutter.bottom += font_size::tick + 1.0;
  if (!chart.x.label.empty()) gutter.bottom += font_size::label + 5.0;
  return gutter;
}

void draw_panel(SvgWriter& svg, const Chart& chart, const Box& plot, const std::string& id) {
  const Frame frame{chart.x.range, chart.y.range, plot};
  draw_axes(svg, chart, frame);
  svg.open("clipPath", {{"id", id}});
  // A little wider than the axes: a mark at either end is seen whole.
  svg.empty("rect", {{"x", plot.x - overhang},
                     {"y", plot.y},
                     {"width", plot.width + 2.0 * overhang},
                     {"height", plot.height}});
  svg.close();
  svg.open("g", {{"clip-path", "url(#" + id + ")"}});
  for (const Mark& mark : chart.marks)
    std::visit([&](const auto& each) { draw_mark(svg, each, frame); }, mark);
  svg.close();
  draw_axis_labels(svg, chart, plot);
}

}  // namespace craggy::charts
