#include "figures/belief_chart.hpp"

#include <algorithm>

namespace craggy::figures {

using namespace charts;
namespace {

constexpr std::size_t num_truth_points = 2001;
constexpr double num_sds = 2.0;

std::vector<double> edge(const BeliefCurve& belief, double factor) {
  std::vector<double> values(belief.mean.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = belief.mean[i] + factor * belief.sd[i];
  return values;
}

void cover(Range& range, const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  range = {std::min(range.low, *low), std::max(range.high, *high)};
}

// A line through the next evaluation, with an arrow head at the top.
void add_next(Chart& chart, const BeliefCurve& belief) {
  const Range y = chart.y.range;
  chart.marks.emplace_back(Rule{.x = belief.next(), .colour = palette::blue, .width = 1.4});
  chart.marks.emplace_back(Points{.x = {belief.next()},
                                  .y = {y.high - 0.022 * (y.high - y.low)},
                                  .colour = palette::blue,
                                  .marker = Marker::triangle,
                                  .size = 9.0});
}

}  // namespace

void add_belief(Chart& chart, const BeliefCurve& belief, Colour colour, Dash dash) {
  chart.marks.emplace_back(
      Band{.x = belief.x, .lower = edge(belief, -num_sds), .upper = edge(belief, num_sds), .colour = colour});
  chart.marks.emplace_back(
      Line{.x = belief.x, .y = belief.mean, .colour = colour, .width = 2.0, .dash = dash});
}

void add_truth(Chart& chart, const Example& example, double point_size) {
  Line truth{.x = unit_grid(num_truth_points), .y = {}, .colour = palette::black, .width = 0.9};
  for (const double x : truth.x) truth.y.push_back(example.f(x));
  chart.marks.emplace_back(std::move(truth));
  chart.marks.emplace_back(Points{
      .x = example.observed, .y = example.observed_values(), .colour = palette::black, .size = point_size});
}

Chart belief_chart(const Example& example, std::span<const BeliefCurve> beliefs) {
  std::vector<double> truth;
  for (const double x : unit_grid(num_truth_points)) truth.push_back(example.f(x));
  Range range{truth.front(), truth.front()};
  cover(range, truth);
  for (const BeliefCurve& belief : beliefs) {
    cover(range, edge(belief, -num_sds));
    cover(range, edge(belief, num_sds));
  }
  return {.x = {.range = {0.0, 1.0}, .label = "x"},
          .y = {.range = widened(range, 0.05), .label = "f"},
          .marks = {}};
}

Chart improvement_chart(const BeliefCurve& belief) {
  const double highest =
      *std::max_element(belief.expected_improvement.begin(), belief.expected_improvement.end());
  Chart chart{.x = {.range = {0.0, 1.0}, .label = "x"},
              .y = {.range = {0.0, 1.12 * highest}, .label = "EI", .num_ticks = 3},
              .marks = {Band{.x = belief.x,
                             .lower = std::vector<double>(belief.x.size(), 0.0),
                             .upper = belief.expected_improvement,
                             .colour = palette::blue},
                        Line{.x = belief.x, .y = belief.expected_improvement, .colour = palette::blue}}};
  chart.marks.emplace_back(Rule{.x = belief.next(), .colour = palette::blue, .width = 1.4});
  return chart;
}

void leave_y_to_first_panel(Chart& chart) {
  chart.y.label.clear();
  chart.y.tick_labels = false;
}

std::vector<PanelRow> with_improvements(std::vector<TitledChart> charts,
                                        std::span<const BeliefCurve> beliefs) {
  PanelRow above{.height = 210.0, .panels = {}};
  PanelRow below{.height = 70.0, .panels = {}};
  for (std::size_t i = 0; i < charts.size(); ++i) {
    Chart& chart = charts[i].chart;
    add_next(chart, beliefs[i]);
    chart.x.label.clear();
    chart.x.tick_labels = false;
    Chart improvement = improvement_chart(beliefs[i]);
    if (i > 0) {
      leave_y_to_first_panel(chart);
      improvement.y.label.clear();  // its numbers are its own
    }
    above.panels.push_back({charts[i].title, std::move(chart)});
    below.panels.push_back({"", std::move(improvement)});
  }
  return {above, below};
}

std::vector<LegendEntry> truth_legend() {
  return {
      {.label = "true function", .colour = palette::black},
      {.label = "observations", .colour = palette::black, .line = std::nullopt, .marker = Marker::circle}};
}

std::vector<LegendEntry> improvement_legend() {
  return {{.label = "expected improvement", .colour = palette::blue, .band = true},
          {.label = "next evaluation", .colour = palette::blue, .line = Dash::dashed}};
}

}  // namespace craggy::figures
