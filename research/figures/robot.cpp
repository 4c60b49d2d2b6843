// [Bodin2020, fig. on robot pushing]: slices of the task, and the regret on it.
#include <array>
#include <numbers>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "experiments/record_store.hpp"
#include "figures/figure_makers.hpp"
#include "figures/regret_chart.hpp"
#include "testbeds/robot_pushing.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

constexpr double goal_y = 2.0;
constexpr double middle_steps = 155.0;
constexpr std::size_t num_slice_points = 1501;
constexpr const char* problem_name = "robot_pushing";

template <typename Objective>
Line slice(Range range, const Objective& objective) {
  Line line{.x = {}, .y = {}, .colour = palette::blue, .width = 1.1};
  for (std::size_t i = 0; i < num_slice_points; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(num_slice_points - 1);
    line.x.push_back(range.low + t * (range.high - range.low));
    line.y.push_back(objective(line.x.back()));
  }
  return line;
}

Panel slice_panel(std::string title, std::string label, Range range, Line line) {
  double highest = 0.0;
  for (const double y : line.y) highest = std::max(highest, y);
  return {std::move(title), Chart{.x = {.range = range, .label = std::move(label)},
                                  .y = {.range = {0.0, 1.05 * highest}, .label = "distance from the goal"},
                                  .marks = {std::move(line)}}};
}

}  // namespace

Figure robot_slices(const FigureOptions& /*options*/, ThreadPool* /*pool*/, const std::stop_token& /*stop*/) {
  const Range angle{0.0, 2.0 * std::numbers::pi};
  const Range position{-5.0, 5.0};
  const Line over_angle = slice(angle, [](double theta) {
    return testbeds::robot_pushing(std::array{0.0, goal_y, theta, middle_steps});
  });
  const Line over_position = slice(position, [](double x) {
    return testbeds::robot_pushing(std::array{x, goal_y, 0.0, middle_steps});
  });
  Figure figure{.name = "robot-slices",
                .title = "Robot pushing: slices of the task",
                .description = {},
                .note =
                    "Initial y = 2, that of the goal, and 155 steps, the middle of their domain. Left: x = "
                    "0, the initial angle varies. Right: angle 0, x varies.",
                .legend = {},
                .rows = {{.height = 210.0,
                          .panels = {slice_panel("x = 0", "initial angle θ", angle, over_angle),
                                     slice_panel("θ = 0", "initial x", position, over_position)}}}};
  figure.description =
      "How far from the goal a robot's hand pushes a disc, over the hand's initial angle and over its "
      "initial x: smooth stretches, jumps, and ragged parts where a small change of the start changes the "
      "outcome. " +
      figure.note;
  return figure;
}

Figure robot_regret(const FigureOptions& options, ThreadPool* /*pool*/, const std::stop_token& /*stop*/) {
  if (options.records.empty())
    throw InvalidArgument(fmt::format("--records is missing: {} makes them, this figure draws them",
                                      command_for_records(problem_name, options.seed)));
  const std::vector<RegretCurve> curves =
      regret_curves(experiments::read_records(options.records), problem_name, regret_methods(), options.seed);
  Figure figure{.name = "robot-regret",
                .title = "Robot pushing: regret",
                .description = {},
                .note = fmt::format("Mean regret so far and one standard deviation at either side, {}.",
                                    repetitions_text(curves)),
                .width = 620.0,
                .legend = regret_legend(curves),
                .rows = {{.height = 260.0, .panels = {{"", regret_chart(curves)}}}}};
  figure.description =
      "The regret of each surrogate on robot pushing over the evaluations. " + figure.note + " At the last:";
  for (const RegretCurve& curve : curves)
    figure.description +=
        fmt::format(" {} {:.3g} ± {:.2g};", curve.method, curve.mean.back(), curve.sd.back());
  figure.description.back() = '.';
  return figure;
}

}  // namespace craggy::figures
