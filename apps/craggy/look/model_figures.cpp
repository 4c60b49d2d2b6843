// Pictures of what a study's surrogate believes, but for slices.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "look/figure_parts.hpp"
#include "look/parameter_axis.hpp"
#include "look/study_figures.hpp"
#include "numbers.hpp"
#include "space/codec.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {

using namespace charts;
namespace {

constexpr std::size_t num_grid_points = 45;

// For each number the share of the finite ones that are smaller, so that colours are used evenly.
std::vector<double> shares_below(const Vector& values) {
  std::vector<double> sorted;
  for (const double value : values)
    if (std::isfinite(value)) sorted.push_back(value);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> shares;
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    const auto middle = 0.5 * static_cast<double>((first - sorted.begin()) + (last - sorted.begin()));
    shares.push_back(std::isfinite(value) ? middle / static_cast<double>(sorted.size()) : std::nan(""));
  }
  return shares;
}

}  // namespace

std::vector<std::string> by_importance(const StudyModel& model) {
  std::vector<StudyModel::Importance> importance = model.importance();
  std::stable_sort(importance.begin(), importance.end(),
                   [](const auto& a, const auto& b) { return a.total.middle > b.total.middle; });
  std::vector<std::string> names;
  for (const StudyModel::Importance& each : importance) names.push_back(each.parameter);
  return names;
}

Figure contour_figure(const StudyView& view, const FittedModel& fitted, const std::string& across,
                      const std::string& up, const std::vector<double>& through) {
  const Space& space = view.space();
  const StudyModel::Grid grid = fitted.model.grid(across, up, through, num_grid_points);
  const std::size_t i = space.index_of(across);
  const std::size_t j = space.index_of(up);
  const ParameterAxis x_axis(space[i]);
  const ParameterAxis y_axis(space[j]);
  const auto edges = [](const std::vector<double>& codes, const ParameterAxis& axis) {
    std::vector<double> result;
    for (std::size_t k = 0; k + 1 < codes.size(); ++k)
      result.push_back(0.5 * (axis.at(codes[k]) + axis.at(codes[k + 1])));
    const double first = axis.has_choices() ? axis.axis().range.low : axis.at(codes.front());
    const double last = axis.has_choices() ? axis.axis().range.high : axis.at(codes.back());
    result.insert(result.begin(), first);
    result.push_back(last);
    return result;
  };
  const auto panel = [&](const Vector& values, const std::string& title, bool low_is_light) {
    Chart chart{.x = x_axis.axis(), .y = y_axis.axis(), .marks = {}};
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : values)
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    constexpr double levels = 16.0;
    Cells cells{.x = edges(grid.rows, x_axis), .y = edges(grid.columns, y_axis), .colours = {}};
    for (const double share : shares_below(values)) {
      if (!std::isfinite(share)) {
        cells.colours.emplace_back();
        continue;
      }
      const double level = (std::min(std::floor(share * levels), levels - 1.0) + 0.5) / levels;
      cells.colours.emplace_back(height_colour(0.12 + 0.85 * (low_is_light ? 1.0 - level : level)));
    }
    chart.marks.emplace_back(std::move(cells));
    Points rims{.x = {}, .y = {}, .colour = palette::white, .size = 5.6};
    for (const TrialNumber number : fitted.model.trials())
      if (const std::optional<TrialRecord> trial = view.trial(number);
          trial && space.is_active(i, trial->values) && space.is_active(j, trial->values)) {
        rims.x.push_back(x_axis.at(trial->values[i]));
        rims.y.push_back(y_axis.at(trial->values[j]));
      }
    Points hearts = rims;
    hearts.colour = palette::black;
    hearts.size = 3.8;
    chart.marks.emplace_back(std::move(rims));
    chart.marks.emplace_back(std::move(hearts));
    chart.marks.emplace_back(Points{.x = {x_axis.at(through[i])},
                                    .y = {y_axis.at(through[j])},
                                    .colour = palette::vermilion,
                                    .marker = Marker::cross,
                                    .size = 11.0});
    return Panel{.title = fmt::format("{}, {:.3g} to {:.3g}", title, low, high), .content = std::move(chart)};
  };
  if (!grid.inactive.empty())
    throw InvalidArgument(
        fmt::format("there is nothing to draw over {} and {}: {} is needed", across, up, grid.inactive));
  const bool minimises = view.direction() == Direction::minimise;
  return {
      .name = "contour",
      .title = subject(view, fmt::format("{} and {}", across, up)),
      .description =
          "Posterior mean and standard deviation over two parameters, in sixteen colours of equal areas.",
      .note = through_note(view, fitted, through) +
              " Light is better on the left, and uncertain on the right; each colour has the same area. The "
              "cross is that point, dots are trials wherever their other parameters are.",
      .width = 900.0,
      .legend = {},
      .rows = {
          {.height = 330.0,
           .panels = {panel(grid.forecast.mean, "mean", minimises), panel(grid.forecast.sd, "sd", false)}}}};
}

Figure ignored_figure(const StudyView& view, const FittedModel& fitted) {
  const std::vector<StudyModel::IgnoredDetail> details = fitted.model.latent_magnitude();
  std::vector<double> ignored;
  double last = 1.0;
  for (const StudyModel::IgnoredDetail& detail : details) {
    ignored.push_back(detail.ignored);
    last = std::max<double>(last, detail.trial);
  }
  ignored.push_back(0.0);
  Chart chart{.x = {.range = {-0.02 * last, 1.05 * last}, .label = "trial"},
              .y = {.range = range_of(ignored, 0.12), .label = "observed \u2212 believed"},
              .marks = {}};
  chart.marks.emplace_back(
      Line{.x = {-0.02 * last, 1.05 * last}, .y = {0.0, 0.0}, .colour = palette::dark_grey, .width = 1.0});
  Points plain{.x = {}, .y = {}, .colour = palette::blue, .size = 4.5};
  Points jagged{.x = {}, .y = {}, .colour = palette::vermilion, .size = 7.0};
  for (const StudyModel::IgnoredDetail& detail : details) {
    const double x = detail.trial;
    const Colour colour = detail.stands_out ? palette::vermilion : palette::sky_blue;
    chart.marks.emplace_back(Line{.x = {x, x}, .y = {0.0, detail.ignored}, .colour = colour, .width = 1.6});
    Points& points = detail.stands_out ? jagged : plain;
    points.x.push_back(x);
    points.y.push_back(detail.ignored);
    if (detail.stands_out)
      chart.marks.emplace_back(Text{.x = x,
                                    .y = detail.ignored,
                                    .text = fmt::format("{}", detail.trial),
                                    .colour = palette::vermilion,
                                    .ends_there = x > 0.9 * last});
  }
  const std::size_t num_jagged = jagged.x.size();
  chart.marks.emplace_back(std::move(plain));
  chart.marks.emplace_back(std::move(jagged));
  return {
      .name = "ignored",
      .title = subject(view, "what it ignores"),
      .description =
          fmt::format("How far each observation is from what the model believes there; {} of {} stand out.",
                      num_jagged, details.size()),
      .note =
          model_note(fitted) +
          " What the latent input, or the noise, has taken: the observation less the posterior mean of the trend at "
          "the same point. An observation stands out if that is three times what is usual in this study.",
      .width = 900.0,
      .legend =
          {{.label = "absorbed", .colour = palette::blue, .line = std::nullopt, .marker = Marker::circle},
           {.label = "stands out, with the number of the trial",
            .colour = palette::vermilion,
            .line = std::nullopt,
            .marker = Marker::circle}},
      .rows = {{.height = 280.0, .panels = {{.title = "", .content = std::move(chart)}}}}};
}

Figure importance_figure(const StudyView& view, const FittedModel& fitted) {
  std::vector<StudyModel::Importance> importance = fitted.model.importance();
  std::stable_sort(importance.begin(), importance.end(),
                   [](const auto& a, const auto& b) { return a.total.middle < b.total.middle; });
  const double count = static_cast<double>(importance.size());
  Chart chart{.x = {.range = {0.0, 1.0}, .label = "share of the variance"},
              .y = {.range = {-0.6, count - 0.4}},
              .marks = {}};
  for (std::size_t i = 0; i < importance.size(); ++i) {
    const StudyModel::Importance& each = importance[i];
    const double y = static_cast<double>(i);
    chart.y.ticks.push_back({y, each.parameter});
    const auto bar = [&](const StudyModel::Interval& interval, double at, Colour colour) {
      chart.marks.emplace_back(Band{.x = {0.0, std::max(interval.middle, 0.0)},
                                    .lower = {at - 0.15, at - 0.15},
                                    .upper = {at + 0.15, at + 0.15},
                                    .colour = colour,
                                    .opacity = 0.85});
      chart.marks.emplace_back(Line{.x = {std::max(interval.lower, 0.0), std::max(interval.upper, 0.0)},
                                    .y = {at, at},
                                    .colour = palette::black,
                                    .width = 1.4});
    };
    bar(each.alone, y + 0.17, palette::blue);
    bar(each.total, y - 0.17, palette::sky_blue);
  }
  return {.name = "importance",
          .title = subject(view, "which parameters matter"),
          .description =
              "Sobol indices of the function that the model believes, alone and with other parameters.",
          .note = model_note(fitted) + " Black lines are intervals of 95 % over the model's draws.",
          .width = 820.0,
          .legend = {{.label = "alone", .colour = palette::blue},
                     {.label = "together with others", .colour = palette::sky_blue}},
          .rows = {{.height = 40.0 + 44.0 * count, .panels = {{.title = "", .content = std::move(chart)}}}}};
}

Figure calibration_figure(const StudyView& view, const FittedModel& fitted) {
  const std::vector<StudyModel::LeftOut> left_out = fitted.model.leave_one_out();
  std::vector<double> values;
  for (const StudyModel::LeftOut& each : left_out) values.push_back(each.observed);
  const Range range = value_range(values, view.direction());
  Chart scatter{.x = {.range = range, .label = "observed"},
                .y = {.range = range, .label = "predicted by the others"},
                .marks = {}};
  Points points{.x = values, .y = {}, .colour = palette::blue, .size = 5.0};
  std::vector<double> probabilities;
  for (const StudyModel::LeftOut& each : left_out) {
    scatter.marks.emplace_back(Line{.x = {each.observed, each.observed},
                                    .y = {each.quantiles.front(), each.quantiles.back()},
                                    .colour = palette::sky_blue,
                                    .width = 1.3,
                                    .opacity = 0.7});
    points.y.push_back(each.mean);
    probabilities.push_back(std::clamp(each.probability, 0.0, 1.0));
  }
  scatter.marks.emplace_back(Line{.x = {range.low, range.high},
                                  .y = {range.low, range.high},
                                  .colour = palette::dark_grey,
                                  .width = 1.0,
                                  .dash = Dash::dashed});
  scatter.marks.emplace_back(std::move(points));
  // Which share of the observations lies in the central band of each width.
  Line share{.x = {}, .y = {}, .colour = palette::blue, .width = 2.2};
  for (int k = 0; k <= 50; ++k) {
    const double width = k / 50.0;
    const auto inside = std::count_if(probabilities.begin(), probabilities.end(),
                                      [&](double p) { return std::abs(p - 0.5) <= 0.5 * width; });
    share.x.push_back(width);
    share.y.push_back(static_cast<double>(inside) /
                      static_cast<double>(std::max<std::size_t>(left_out.size(), 1)));
  }
  Chart coverage{.x = {.range = {0.0, 1.0}, .label = "band that should have this share"},
                 .y = {.range = {0.0, 1.02}, .label = "share that it has"},
                 .marks = {Line{.x = {0.0, 1.0},
                                .y = {0.0, 1.0},
                                .colour = palette::dark_grey,
                                .width = 1.0,
                                .dash = Dash::dashed},
                           std::move(share)}};
  return {.name = "calibration",
          .title = subject(view, "does it predict?"),
          .description =
              "Each observation against its prediction from all the others, and the coverage of their bands.",
          .note = model_note(fitted) + " " + clipped_note(values, range),
          .width = 900.0,
          .legend = {{.label = "mean and 95 %", .colour = palette::blue, .marker = Marker::circle},
                     {.label = "as it should be", .colour = palette::dark_grey, .line = Dash::dashed}},
          .rows = {{.height = 320.0,
                    .panels = {{.title = "", .content = std::move(scatter)},
                               {.title = "", .content = std::move(coverage)}}}}};
}

}  // namespace craggy::cli
