// A figure as data: panels in rows, each with axes and marks. render.hpp draws it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <craggy/linalg/types.hpp>

#include "charts/colour.hpp"
#include "charts/ticks.hpp"

namespace craggy::charts {

enum class Dash { solid, dashed, dotted, dash_dotted };

/// A polyline; it is interrupted where a value is not finite.
struct Line {
  std::vector<double> x;
  std::vector<double> y;
  Colour colour;
  double width = 1.6;
  Dash dash = Dash::solid;
  double opacity = 1.0;
};

/// The area between two curves.
struct Band {
  std::vector<double> x;
  std::vector<double> lower;
  std::vector<double> upper;
  Colour colour;
  double opacity = 0.25;
};

enum class Marker { circle, cross, triangle };

struct Points {
  std::vector<double> x;
  std::vector<double> y;
  Colour colour;
  Marker marker = Marker::circle;
  double size = 5.0;
  double opacity = 1.0;
};

/// A vertical line through the whole panel.
struct Rule {
  double x = 0.0;
  Colour colour;
  double width = 1.2;
  Dash dash = Dash::dashed;
};

/// A horizontal bar with caps, just above the bottom of the panel, that shows a length on the x axis.
struct ScaleBar {
  double low = 0.0;
  double high = 0.0;
  Colour colour;
};

/// A grid of coloured rectangles, as of a surface seen from above. Colour i·(y.size() − 1) + j is that
/// between x[i] and x[i + 1] and between y[j] and y[j + 1]; where there is none, nothing is drawn.
struct Cells {
  std::vector<double> x;  // edges, rising
  std::vector<double> y;
  std::vector<std::optional<Colour>> colours;
};

/// A few words beside a point; they begin there, or end there.
struct Text {
  double x = 0.0;
  double y = 0.0;
  std::string text;
  Colour colour;
  bool ends_there = false;
  bool pale_ground = false;  // hides a little of what lies below
};

using Mark = std::variant<Line, Band, Points, Rule, ScaleBar, Cells, Text>;

struct Axis {
  Range range{};
  std::string label{};
  int num_ticks = 5;          // about
  bool tick_labels = true;    // else only the ticks
  std::vector<Tick> ticks{};  // these, where there are any, instead of round numbers
};

struct Chart {
  Axis x;
  Axis y;
  std::vector<Mark> marks;
};

/// A surface seen from the front and above: the heights of a grid, coloured by height.
struct Relief {
  Matrix heights;  // (i, j) at the i-th x and the j-th y; the first y is in front
  Range x;
  Range y;
  std::string x_label;
  std::string y_label;
};

struct Panel {
  std::string title;
  std::variant<Chart, Relief> content;
};

struct PanelRow {
  double height = 200.0;  // of the plots themselves
  std::vector<Panel> panels;
};

struct LegendEntry {
  std::string label;
  Colour colour;
  bool band = false;  // a band around the line
  std::optional<Dash> line = Dash::solid;
  std::optional<Marker> marker{};
};

/// Labels may hold "σ_{h}": a lowered h.
struct Figure {
  std::string name;  // also the beginning of all ids in the file, so that files can be put into one page
  std::string title;
  std::string description;  // what is shown, and by which formula: for readers who do not see it
  std::string note;         // small print below the panels
  double width = 760.0;
  std::vector<LegendEntry> legend;
  std::vector<PanelRow> rows;
};

}  // namespace craggy::charts
