// Pictures of the trials themselves: history, parallel coordinates.
#include "look/study_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/printable.hpp"
#include "look/curve.hpp"
#include "look/figure_parts.hpp"
#include "look/parameter_axis.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {

using namespace charts;

Figure history_figure(const StudyView& view) {
  const std::vector<TrialRecord> trials = view.trials();
  Points finished{.x = {}, .y = {}, .colour = palette::grey, .size = 5.0};
  Points infeasible{.x = {}, .y = {}, .colour = palette::orange, .marker = Marker::triangle, .size = 6.0};
  Points failed{.x = {}, .y = {}, .colour = palette::vermilion, .marker = Marker::cross, .size = 6.0};
  Line best{.x = {}, .y = {}, .colour = palette::blue, .width = 2.2};
  std::vector<double> values;
  const double sign = view.direction() == Direction::minimise ? 1.0 : -1.0;
  for (const TrialRecord& trial : trials) {
    const double x = trial.number;
    if (trial.state == TrialState::failed) failed.x.push_back(x);
    if (!trial.objective) continue;
    values.push_back(*trial.objective);
    Points& points = is_feasible(trial.constraints) ? finished : infeasible;
    points.x.push_back(x);
    points.y.push_back(*trial.objective);
    if (!is_feasible(trial.constraints)) continue;
    const double before = best.y.empty() ? *trial.objective : best.y.back();
    if (!best.y.empty()) {  // a step
      best.x.push_back(x);
      best.y.push_back(before);
    }
    best.x.push_back(x);
    best.y.push_back(sign * std::min(sign * before, sign * *trial.objective));
  }
  const bool is_log = span_orders(best.y) && *std::min_element(values.begin(), values.end()) > 0.0;
  if (is_log)
    for (std::vector<double>* numbers : {&values, &finished.y, &infeasible.y, &best.y})
      for (double& number : *numbers) number = std::log10(number);
  const double last = trials.empty() ? 1.0 : std::max<double>(trials.back().number, 1.0);
  if (!best.y.empty()) {
    best.x.push_back(last);
    best.y.push_back(best.y.back());
  }
  Chart chart{
      .x = {.range = {-0.02 * last, 1.02 * last}, .label = "trial"},
      .y = {.range = is_log ? range_of(values) : value_range(values, view.direction()), .label = "value"},
      .marks = {}};
  if (is_log) chart.y.ticks = log_ticks(chart.y.range);
  failed.y.assign(failed.x.size(), chart.y.range.high - 0.03 * (chart.y.range.high - chart.y.range.low));
  if (values.empty()) chart.y.tick_labels = false;
  std::vector<LegendEntry> legend;
  if (!best.y.empty()) legend.push_back({.label = "best so far", .colour = palette::blue});
  const auto add = [&](Points points, const char* label) {
    if (points.x.empty()) return;
    legend.push_back(
        {.label = label, .colour = points.colour, .line = std::nullopt, .marker = points.marker});
    chart.marks.emplace_back(std::move(points));
  };
  add(std::move(finished), "finished");
  add(std::move(infeasible), "infeasible");
  add(std::move(failed), "failed, at the top");
  chart.marks.emplace_back(std::move(best));
  const TrialCounts counts = view.counts();
  return {.name = "history",
          .title = subject(view, fmt::format("values of its trials, {} is better",
                                             view.direction() == Direction::minimise ? "lower" : "higher")),
          .description = fmt::format("Values of {} finished trials, {} failed, and the best so far.",
                                     counts.finished, counts.failed),
          .note = clipped_note(values, chart.y.range),
          .legend = std::move(legend),
          .rows = {{.height = 300.0, .panels = {{.title = "", .content = std::move(chart)}}}}};
}

Figure parallel_figure(const StudyView& view) {
  const Space& space = view.space();
  std::vector<TrialRecord> trials = view.trials();
  std::erase_if(trials, [](const TrialRecord& trial) { return !trial.objective; });
  const double sign = view.direction() == Direction::minimise ? 1.0 : -1.0;
  std::stable_sort(trials.begin(), trials.end(), [&](const TrialRecord& a, const TrialRecord& b) {
    return sign * a.objective.value_or(0.0) > sign * b.objective.value_or(0.0);  // the best last: on top
  });
  if (space.size() < 2) throw InvalidArgument("parallel needs two parameters, and the study has one");
  const double last = static_cast<double>(space.size() - 1);
  // Names share the width, and half of the last one is beyond its axis.
  const std::size_t longest_name = std::clamp<std::size_t>(90 / space.size(), 5, 16);
  Chart chart{
      .x = {.range = {0.0, 1.05 * last}}, .y = {.range = {-0.04, 1.04}, .tick_labels = false}, .marks = {}};
  chart.y.ticks = {{0.0, ""}, {1.0, ""}};
  std::vector<ParameterAxis> axes;
  for (std::size_t i = 0; i < space.size(); ++i) {
    axes.emplace_back(space[i]);
    chart.x.ticks.push_back({static_cast<double>(i), excerpt(space[i].name, longest_name)});
    chart.marks.emplace_back(
        Rule{.x = static_cast<double>(i), .colour = palette::dark_grey, .dash = Dash::solid});
  }
  const auto share = [&](std::size_t i, double code) {
    const Range range = axes[i].axis().range;
    return (axes[i].at(code) - range.low) / (range.high - range.low);
  };
  for (std::size_t n = 0; n < trials.size(); ++n) {
    const double rank =
        trials.size() < 2 ? 1.0 : static_cast<double>(n) / static_cast<double>(trials.size() - 1);
    const bool is_good = rank >= 0.9;
    Line line{.x = {},
              .y = {},
              .colour = is_good ? palette::vermilion : blend(palette::light_grey, palette::blue, rank),
              .width = is_good ? 1.8 : 1.0,
              .opacity = is_good ? 0.95 : 0.3 + 0.4 * rank};
    for (std::size_t i = 0; i < space.size(); ++i) {
      line.x.push_back(static_cast<double>(i));
      line.y.push_back(space.is_active(i, trials[n].values) ? share(i, trials[n].values[i]) : std::nan(""));
    }
    chart.marks.emplace_back(std::move(line));
  }
  for (std::size_t i = 0; i < space.size(); ++i)
    for (const Tick& tick : axes[i].ticks())
      chart.marks.emplace_back(Text{.x = static_cast<double>(i),
                                    .y = (tick.value - axes[i].axis().range.low) /
                                         (axes[i].axis().range.high - axes[i].axis().range.low),
                                    .text = tick.label,
                                    .colour = palette::dark_grey,
                                    .ends_there = i + 1 == space.size(),
                                    .pale_ground = true});
  return {.name = "parallel",
          .title = subject(view, "parameters of all finished trials"),
          .description = "A line per trial through the values of its parameters; the best tenth stands out.",
          .note = "A line ends where a parameter is inactive.",
          .legend = {{.label = "the best tenth", .colour = palette::vermilion},
                     {.label = "better than most", .colour = palette::blue},
                     {.label = "worse", .colour = palette::light_grey}},
          .rows = {{.height = 300.0, .panels = {{.title = "", .content = std::move(chart)}}}}};
}

}  // namespace craggy::cli
