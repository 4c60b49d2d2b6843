// The page: title, legend, rows of panels, small print.
#include "charts/render.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.hpp"
#include "charts/drawing.hpp"
#include "charts/text.hpp"

namespace craggy::charts {
namespace {

constexpr double margin = 12.0;
constexpr double column_gap = 20.0;
constexpr double row_gap = 8.0;
constexpr double panel_title_height = 20.0;
constexpr double legend_line_height = 19.0;
constexpr double legend_sample_width = 26.0;
constexpr double note_line_height = 14.0;

// --- Legend: entries side by side, in as many lines as they need
// ------------------------------------------------------
struct PlacedEntry {
  const LegendEntry* entry;
  double x;
  int line;
};

double entry_width(const LegendEntry& entry) {
  return legend_sample_width + 6.0 + text_width(entry.label, font_size::label);
}

std::vector<PlacedEntry> placed_legend(const Figure& figure) {
  std::vector<PlacedEntry> placed;
  double x = margin;
  int line = 0;
  for (const LegendEntry& entry : figure.legend) {
    const double width = entry_width(entry);
    if (x > margin && x + width > figure.width - margin) {
      x = margin;
      ++line;
    }
    placed.push_back({&entry, x, line});
    x += width + 14.0;
  }
  return placed;
}

void draw_legend_entry(SvgWriter& svg, const LegendEntry& entry, double x, double middle) {
  const std::string colour = hex(entry.colour);
  if (entry.band)
    svg.empty("rect", {{"x", x},
                       {"y", middle - 6.0},
                       {"width", legend_sample_width},
                       {"height", 12.0},
                       {"fill", colour},
                       {"fill-opacity", 0.25}});
  if (entry.line)
    svg.empty("line", {{"x1", x},
                       {"x2", x + legend_sample_width},
                       {"y1", middle},
                       {"y2", middle},
                       {"stroke", colour},
                       {"stroke-width", 2.0},
                       {"stroke-dasharray", dash_array(*entry.line)}});
  if (entry.marker) draw_marker(svg, *entry.marker, entry.colour, x + legend_sample_width / 2.0, middle, 7.0);
  draw_label(svg, entry.label, x + legend_sample_width + 6.0, middle + 0.36 * font_size::label,
             font_size::label, "start");
}

// --- Grid of panels
// ---------------------------------------------------------------------------------------------------
Gutter gutter_of(const Panel& panel) {
  return std::visit([](const auto& content) { return charts::gutter_of(content); }, panel.content);
}

struct Grid {
  std::vector<double> left;    // per column: gutter
  std::vector<double> bottom;  // per row: gutter
  std::vector<double> top;     // per row: room for titles
  double plot_width = 0.0;

  explicit Grid(const Figure& figure) {
    check_at_least("the rows of a figure", static_cast<long>(figure.rows.size()), 1);
    std::size_t columns = 0;
    for (const PanelRow& row : figure.rows) columns = std::max(columns, row.panels.size());
    check_at_least("the panels of a figure", static_cast<long>(columns), 1);
    left.assign(columns, 0.0);
    for (const PanelRow& row : figure.rows) {
      double row_bottom = 0.0;
      bool titled = false;
      for (std::size_t c = 0; c < row.panels.size(); ++c) {
        const Gutter gutter = gutter_of(row.panels[c]);
        left[c] = std::max(left[c], gutter.left);
        row_bottom = std::max(row_bottom, gutter.bottom);
        titled = titled || !row.panels[c].title.empty();
      }
      bottom.push_back(row_bottom);
      top.push_back(titled ? panel_title_height : 4.0);
    }
    double gutters = 0.0;
    for (const double each : left) gutters += each;
    plot_width = (figure.width - 2.0 * margin - gutters - column_gap * static_cast<double>(columns - 1)) /
                 static_cast<double>(columns);
    check_positive("the width left for a panel", plot_width);
  }

  double height(const Figure& figure) const {
    double total = 0.0;
    for (std::size_t r = 0; r < figure.rows.size(); ++r)
      total += top[r] + figure.rows[r].height + bottom[r] + (r > 0 ? row_gap : 0.0);
    return total;
  }
};

void draw_grid(SvgWriter& svg, const Figure& figure, const Grid& grid, double y) {
  for (std::size_t r = 0; r < figure.rows.size(); ++r) {
    const PanelRow& row = figure.rows[r];
    double x = margin;
    for (std::size_t c = 0; c < row.panels.size(); ++c) {
      x += grid.left[c];
      const Box plot{x, y + grid.top[r], grid.plot_width, row.height};
      const Panel& panel = row.panels[c];
      if (!panel.title.empty())
        draw_label(svg, panel.title, plot.x + plot.width / 2.0, plot.y - 6.0, font_size::panel_title,
                   "middle", palette::black);
      const std::string id = fmt::format("{}-{}-{}", figure.name, r, c);
      std::visit([&](const auto& content) { draw_panel(svg, content, plot, id); }, panel.content);
      x += grid.plot_width + column_gap;
    }
    y += grid.top[r] + row.height + grid.bottom[r] + row_gap;
  }
}

}  // namespace

std::string render_svg(const Figure& figure) {
  const Grid grid(figure);
  const std::vector<PlacedEntry> legend = placed_legend(figure);
  const std::vector<std::string> note = wrapped_to(figure.note, font_size::note, figure.width - 2.0 * margin);
  const double legend_top = margin + font_size::title + 8.0;
  const double grid_top =
      legend_top + (legend.empty() ? 0.0 : legend_line_height * (legend.back().line + 1) + 2.0);
  const double note_top = grid_top + grid.height(figure) + 6.0;
  const double height = note_top + note_line_height * static_cast<double>(note.size()) + margin;

  SvgWriter svg;
  svg.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                   {"width", figure.width},
                   {"height", height},
                   {"viewBox", fmt::format("0 0 {} {}", short_fixed(figure.width), short_fixed(height))},
                   {"role", "img"},
                   {"aria-labelledby", figure.name + "-title " + figure.name + "-desc"},
                   {"font-family", "sans-serif"}});
  svg.element("title", {{"id", figure.name + "-title"}}, plain_text(figure.title));
  svg.element("desc", {{"id", figure.name + "-desc"}}, plain_text(figure.description));
  svg.empty("rect", {{"width", figure.width}, {"height", height}, {"fill", hex(palette::white)}});
  svg.label({{"x", margin},
             {"y", margin + font_size::title},
             {"font-size", font_size::title},
             {"font-weight", "bold"},
             {"fill", hex(palette::black)}},
            figure.title);
  for (const PlacedEntry& placed : legend)
    draw_legend_entry(svg, *placed.entry, placed.x, legend_top + legend_line_height * (placed.line + 0.5));
  draw_grid(svg, figure, grid, grid_top);
  for (std::size_t i = 0; i < note.size(); ++i)
    draw_label(svg, note[i], margin, note_top + note_line_height * static_cast<double>(i + 1),
               font_size::note, "start");
  svg.close();
  return svg.finish();
}

}  // namespace craggy::charts
