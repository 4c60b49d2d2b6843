// Surfaces, drawn row by row from the back to the front: what is in front covers what is behind.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/check.hpp"
#include "charts/drawing.hpp"
#include "charts/simplify.hpp"
#include "charts/text.hpp"

namespace craggy::charts {
namespace {

constexpr double z_axis_width = 34.0;
constexpr double y_axis_width = 30.0;
constexpr double label_height = 16.0;
constexpr Colour front_face{240, 240, 240};
constexpr Colour side_face{214, 214, 214};

// The floor of the surface is a parallelogram: x runs to the right, y to the right and up.
struct View {
  Box box;  // of floor and walls
  double front_width;
  double shift;   // of the back edge to the right
  double depth;   // of the back edge upwards
  double height;  // of the highest point above the floor

  explicit View(const Box& plot)
      : box{plot.x + z_axis_width, plot.y, plot.width - z_axis_width - y_axis_width, plot.height},
        front_width(0.78 * box.width),
        shift(box.width - front_width),
        depth(0.46 * box.height),
        height(0.54 * box.height) {}

  double x_of(double u, double v) const { return box.x + u * front_width + v * shift; }
  double y_of(double v) const { return box.bottom() - v * depth; }
};

// In tenths of a unit, as differences of whole numbers: short, and without accumulated rounding.
std::string row_path(const Matrix& shares, Index row, const View& view) {
  constexpr double tolerance = 0.7;  // tenths
  std::vector<Point> points;
  for (Index i = 0; i < shares.rows(); ++i) {
    const double u = static_cast<double>(i) / static_cast<double>(shares.rows() - 1);
    points.push_back(
        {std::round(10.0 * view.front_width * u), std::round(-10.0 * view.height * shares(i, row))});
  }
  points = simplified(points, tolerance);
  std::string path = fmt::format("M0 0V{}l", std::lround(points.front().y));
  for (std::size_t i = 1; i < points.size(); ++i) {
    const long dx = std::lround(points[i].x - points[i - 1].x);
    const long dy = std::lround(points[i].y - points[i - 1].y);
    path += fmt::format("{}{}{}{}", i > 1 ? " " : "", dx, dy < 0 ? "" : " ", dy);
  }
  return path + "V0Z";
}

void define_gradient(SvgWriter& svg, const View& view, const std::string& id) {
  constexpr int num_stops = 12;
  svg.open("linearGradient", {{"id", id},
                              {"gradientUnits", "userSpaceOnUse"},
                              {"x1", 0.0},
                              {"y1", 0.0},
                              {"x2", 0.0},
                              {"y2", -10.0 * view.height}});
  for (int i = 0; i <= num_stops; ++i) {
    const double share = static_cast<double>(i) / num_stops;
    svg.empty("stop", {{"offset", short_fixed(share, 3)}, {"stop-color", hex(height_colour(share))}});
  }
  svg.close();
}

// The right side of the block whose top is the surface.
void draw_side(SvgWriter& svg, const Matrix& shares, const View& view) {
  std::vector<Point> top;
  for (Index row = 0; row < shares.cols(); ++row) {
    const double v = static_cast<double>(row) / static_cast<double>(shares.cols() - 1);
    top.push_back({view.x_of(1.0, v), view.y_of(v) - view.height * shares(shares.rows() - 1, row)});
  }
  PathData path;
  path.move_to(view.x_of(1.0, 1.0), view.y_of(1.0));
  path.line_to(view.x_of(1.0, 0.0), view.y_of(0.0));
  for (const Point& point : simplified(top, 0.05)) path.line_to(point.x, point.y);
  path.close();
  svg.empty("path", {{"d", path.str()}, {"fill", hex(side_face)}});
}

double share_of(double value, Range range) { return (value - range.low) / (range.high - range.low); }

void draw_axes(SvgWriter& svg, const Relief& relief, const View& view, Range heights) {
  PathData lines;
  for (const Tick& tick : nice_ticks(relief.x.low, relief.x.high, 3)) {
    const double x = view.x_of(share_of(tick.value, relief.x), 0.0);
    lines.move_to(x, view.y_of(0.0));
    lines.line_to(x, view.y_of(0.0) + 4.0);
    draw_label(svg, tick.label, x, view.y_of(0.0) + 14.0, font_size::tick, "middle");
  }
  for (const Tick& tick : nice_ticks(relief.y.low, relief.y.high, 2)) {
    const double v = share_of(tick.value, relief.y);
    lines.move_to(view.x_of(1.0, v), view.y_of(v));
    lines.line_to(view.x_of(1.0, v) + 4.0, view.y_of(v) + 1.0);
    draw_label(svg, tick.label, view.x_of(1.0, v) + 8.0, view.y_of(v) + 4.0, font_size::tick, "start");
  }
  for (const Tick& tick : nice_ticks(heights.low, heights.high, 3)) {
    const double y = view.y_of(0.0) - view.height * share_of(tick.value, heights);
    lines.move_to(view.box.x - 8.0, y);
    lines.line_to(view.box.x - 4.0, y);
    draw_label(svg, tick.label, view.box.x - 11.0, y + 0.36 * font_size::tick, font_size::tick, "end");
  }
  lines.move_to(view.box.x - 4.0, view.y_of(0.0));
  lines.line_to(view.box.x - 4.0, view.y_of(0.0) - view.height);
  svg.empty(
      "path",
      {{"d", lines.str()}, {"stroke", hex(palette::dark_grey)}, {"stroke-width", 1.0}, {"fill", "none"}});
  draw_label(svg, relief.x_label, view.x_of(0.5, 0.0), view.y_of(0.0) + 14.0 + label_height, font_size::label,
             "middle");
  draw_label(svg, relief.y_label, view.x_of(1.0, 0.3) + 10.0, view.y_of(0.3) + 6.0, font_size::label,
             "start");
}

}  // namespace

Gutter gutter_of(const Relief& /*relief*/) { return {.left = 4.0, .bottom = 18.0 + label_height}; }

void draw_panel(SvgWriter& svg, const Relief& relief, const Box& plot, const std::string& id) {
  const Index num_rows = relief.heights.cols();
  check_at_least("the rows of a relief", num_rows, 2);
  check_at_least("the columns of a relief", relief.heights.rows(), 2);
  check_all_finite("the heights of a relief",
                   {relief.heights.data(), static_cast<std::size_t>(relief.heights.size())});
  const View view(plot);
  const Range range{relief.heights.minCoeff(), relief.heights.maxCoeff()};
  if (!(range.low < range.high)) fail_argument("a relief", "flat", "there has to be something to see");
  const Matrix shares = (relief.heights.array() - range.low) / (range.high - range.low);

  define_gradient(svg, view, id);
  svg.open("g", {{"fill", "url(#" + id + ")"},
                 {"stroke", hex(palette::black)},
                 {"stroke-opacity", 0.35},
                 {"stroke-width", 3.0},
                 {"stroke-linejoin", "round"}});
  for (Index row = num_rows; row-- > 0;) {
    const double v = static_cast<double>(row) / static_cast<double>(num_rows - 1);
    svg.empty("path",
              {{"transform", fmt::format("translate({} {}) scale(.1)", short_fixed(view.x_of(0.0, v), 1),
                                         short_fixed(view.y_of(v), 1))},
               {"fill", row == 0 ? hex(front_face) : "inherit"},
               {"d", row_path(shares, row, view)}});
  }
  svg.close();
  draw_side(svg, shares, view);
  draw_axes(svg, relief, view, range);
}

}  // namespace craggy::charts
