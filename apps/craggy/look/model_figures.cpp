// Pictures of what a study's surrogate believes.
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

constexpr std::size_t num_slice_points = 121;
constexpr std::size_t num_grid_points = 45;
constexpr std::size_t panels_per_row = 3;
constexpr double near = 0.35;  // in diagonals of the unit cube, without the parameter itself

std::vector<double> to_vector(const Vector& numbers) { return {numbers.begin(), numbers.end()}; }

// Whether a point is near another one in all but one parameter.
bool is_near(const Space& space, const std::vector<double>& a, const std::vector<double>& b,
             std::size_t but) {
  const std::vector<double> unit_a = space.encode(a);
  const std::vector<double> unit_b = space.encode(b);
  double square = 0.0;
  for (std::size_t i = 0; i < space.size(); ++i)
    for (std::size_t k = 0; i != but && k < space.codec(i).num_inputs(); ++k) {
      const std::size_t q = space.first_input(i) + k;
      square += (unit_a[q] - unit_b[q]) * (unit_a[q] - unit_b[q]);
    }
  return std::sqrt(square) <= near * std::sqrt(std::max(1.0, static_cast<double>(space.size() - 1)));
}

struct Observed {
  std::vector<TrialRecord> trials;
  std::vector<StudyModel::IgnoredDetail> details;  // one per trial
};

Observed observed_of(const StudyView& view, const FittedModel& fitted) {
  Observed observed{.trials = {}, .details = fitted.model.latent_magnitude()};
  for (const TrialNumber number : fitted.model.trials())
    if (std::optional<TrialRecord> trial = view.trial(number)) observed.trials.push_back(*std::move(trial));
  return observed;
}

// Near ones are black, far ones pale; those that the model ignores have a red heart.
void add_observations(Chart& chart, const Observed& observed, const Space& space, std::size_t parameter,
                      const ParameterAxis& axis, const std::vector<double>& through) {
  Points far{.x = {}, .y = {}, .colour = palette::grey, .size = 4.0, .opacity = 0.35};
  Points close{.x = {}, .y = {}, .colour = palette::black, .size = 5.0};
  Points ignored{.x = {}, .y = {}, .colour = palette::vermilion, .size = 7.0};
  for (std::size_t n = 0; n < observed.trials.size() && n < observed.details.size(); ++n) {
    const TrialRecord& trial = observed.trials[n];
    if (!space.is_active(parameter, trial.values)) continue;
    const bool is_close = is_near(space, trial.values, through, parameter);
    Points& points = observed.details[n].stands_out && is_close ? ignored : is_close ? close : far;
    points.x.push_back(axis.at(trial.values[parameter]));
    points.y.push_back(observed.details[n].observed);
  }
  for (Points* points : {&far, &close, &ignored}) chart.marks.emplace_back(std::move(*points));
}

// A band along numbers, an upright bar for each choice.
void add_belief(Chart& chart, const StudyModel::Forecast& forecast, const std::vector<double>& x,
                bool choices) {
  const auto row = [&](Index r) { return to_vector(forecast.quantiles.row(r).transpose()); };
  const std::vector<double> mean = to_vector(forecast.mean);
  if (!choices) {
    chart.marks.emplace_back(
        Band{.x = x, .lower = row(0), .upper = row(4), .colour = palette::sky_blue, .opacity = 0.22});
    chart.marks.emplace_back(
        Band{.x = x, .lower = row(1), .upper = row(3), .colour = palette::sky_blue, .opacity = 0.38});
    chart.marks.emplace_back(Line{.x = x, .y = mean, .colour = palette::blue, .width = 2.2});
    return;
  }
  const std::vector<double> lower = row(0), upper = row(4), inner_lower = row(1), inner_upper = row(3);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto add = [&](double from, double to, double opacity) {
      chart.marks.emplace_back(Band{.x = {x[i] - 0.25, x[i] + 0.25},
                                    .lower = {from, from},
                                    .upper = {to, to},
                                    .colour = palette::sky_blue,
                                    .opacity = opacity});
    };
    add(lower[i], upper[i], 0.22);
    add(inner_lower[i], inner_upper[i], 0.38);
    chart.marks.emplace_back(Line{
        .x = {x[i] - 0.25, x[i] + 0.25}, .y = {mean[i], mean[i]}, .colour = palette::blue, .width = 2.2});
  }
}

// From 0 to 1, the best of the slice being 1; logarithms of an improvement are told by how they read.
std::vector<double> relative_worth(const StudyView& view, const StudyModel& model,
                                   const std::vector<std::vector<double>>& points) {
  const StudyModel::Worth worth = model.acquisition(points);
  std::vector<double> values = to_vector(worth.acquisition);
  const double highest = *std::max_element(values.begin(), values.end());
  const double lowest = *std::min_element(values.begin(), values.end());
  const bool is_log = view.options().suggest.acquisition == "ei";
  for (double& value : values) {
    if (is_log)
      value = std::exp(std::max(value - highest, -700.0));
    else
      value = highest > lowest ? (value - lowest) / (highest - lowest) : 0.0;
    if (!std::isfinite(value)) value = 0.0;
  }
  return values;
}

struct SlicePanels {
  Panel belief;
  Panel worth;
};

SlicePanels slice_panels(const StudyView& view, const FittedModel& fitted, const Observed& observed,
                         const std::string& name, const std::vector<double>& through) {
  const Space& space = view.space();
  const std::size_t parameter = space.index_of(name);
  const ParameterAxis axis(space[parameter]);
  Chart belief{.x = axis.axis(), .y = {.num_ticks = 4}, .marks = {}};
  Chart worth{
      .x = axis.axis(), .y = {.range = {0.0, 1.08}, .num_ticks = 2, .tick_labels = false}, .marks = {}};
  belief.x.label = "";
  belief.x.tick_labels = false;
  const StudyModel::Slice slice = fitted.model.slice(name, through, num_slice_points);
  if (!slice.inactive.empty()) {
    belief.y.range = {0.0, 1.0};
    belief.y.tick_labels = false;
    belief.marks.emplace_back(Text{.x = axis.axis().range.low,
                                   .y = 0.5,
                                   .text = fmt::format("inactive: needs {}", slice.inactive),
                                   .colour = palette::dark_grey});
    return {{.title = name, .content = std::move(belief)}, {.title = "", .content = std::move(worth)}};
  }
  std::vector<double> x;
  for (const double code : slice.codes) x.push_back(axis.at(code));
  std::vector<double> shown = to_vector(slice.forecast.quantiles.row(0).transpose());
  for (const double value : slice.forecast.quantiles.row(4)) shown.push_back(value);
  belief.y.range = range_of(shown, 0.15);
  add_belief(belief, slice.forecast, x, axis.has_choices());
  add_observations(belief, observed, space, parameter, axis, through);
  belief.marks.emplace_back(
      Rule{.x = axis.at(through[parameter]), .colour = palette::grey, .dash = Dash::dotted});
  const std::vector<double> acquisition = relative_worth(view, fitted.model, slice.points);
  if (axis.has_choices()) {
    for (std::size_t i = 0; i < x.size(); ++i)
      worth.marks.emplace_back(Band{.x = {x[i] - 0.25, x[i] + 0.25},
                                    .lower = {0.0, 0.0},
                                    .upper = {acquisition[i], acquisition[i]},
                                    .colour = palette::green,
                                    .opacity = 0.6});
  } else {
    worth.marks.emplace_back(Band{.x = x,
                                  .lower = std::vector<double>(x.size(), 0.0),
                                  .upper = acquisition,
                                  .colour = palette::green,
                                  .opacity = 0.3});
    worth.marks.emplace_back(Line{.x = x, .y = acquisition, .colour = palette::green});
  }
  return {{.title = name, .content = std::move(belief)}, {.title = "", .content = std::move(worth)}};
}

std::string through_note(const StudyView& view, const std::vector<double>& through) {
  return fmt::format("Through {}.", params_line(view.space(), through));
}

std::string subject(const StudyView& view, const FittedModel& fitted, std::string_view what) {
  return fmt::format("{}: {} ({})", view.name(), what, said_of(fitted));
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

Figure slices_figure(const StudyView& view, const FittedModel& fitted,
                     const std::vector<std::string>& parameters, const std::vector<double>& through) {
  const Observed observed = observed_of(view, fitted);
  Figure figure{
      .name = "slices",
      .title = subject(view, fitted, "what the model believes"),
      .description =
          "Posterior along each parameter with its bands of 50 and 95 %, and below, from 0 to the "
          "best of each panel, what an evaluation would be worth.",
      .note = through_note(view, through) +
              " Black points are near it in the other parameters, pale ones are not; red ones stand out as "
              "ignored. The green curve is the acquisition, relative to its best in the panel.",
      .width = 900.0,
      .legend =
          {{.label = "mean, 50 and 95 %", .colour = palette::blue, .band = true},
           {.label = "near", .colour = palette::black, .line = std::nullopt, .marker = Marker::circle},
           {.label = "elsewhere", .colour = palette::grey, .line = std::nullopt, .marker = Marker::circle},
           {.label = "ignored", .colour = palette::vermilion, .line = std::nullopt, .marker = Marker::circle},
           {.label = "acquisition", .colour = palette::green, .band = true}},
      .rows = {}};
  const std::size_t columns = std::min(panels_per_row, parameters.size());
  for (std::size_t begin = 0; begin < parameters.size(); begin += columns) {
    PanelRow beliefs{.height = 170.0, .panels = {}};
    PanelRow worths{.height = 38.0, .panels = {}};
    for (std::size_t i = begin; i < std::min(begin + columns, parameters.size()); ++i) {
      SlicePanels panels = slice_panels(view, fitted, observed, parameters[i], through);
      beliefs.panels.push_back(std::move(panels.belief));
      worths.panels.push_back(std::move(panels.worth));
    }
    figure.rows.push_back(std::move(beliefs));
    figure.rows.push_back(std::move(worths));
  }
  return figure;
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
    for (const double value : values) {
      if (!std::isfinite(value)) {
        cells.colours.emplace_back();
        continue;
      }
      const double share = high > low ? (value - low) / (high - low) : 0.5;
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
    return Panel{.title = fmt::format("{}, {} to {}", title, short_number(low), short_number(high)),
                 .content = std::move(chart)};
  };
  if (!grid.inactive.empty())
    throw InvalidArgument(
        fmt::format("there is nothing to draw over {} and {}: {} is needed", across, up, grid.inactive));
  const bool minimises = view.direction() == Direction::minimise;
  return {
      .name = "contour",
      .title = subject(view, fitted, fmt::format("{} and {}", across, up)),
      .description = "Posterior mean and standard deviation over two parameters, in sixteen steps of colour.",
      .note = through_note(view, through) +
              " Light is better on the left, and uncertain on the right. The cross is "
              "that point, dots are trials wherever their other parameters are.",
      .width = 900.0,
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
      .title = subject(view, fitted, "what it ignores"),
      .description =
          fmt::format("How far each observation is from what the model believes there; {} of {} stand out.",
                      num_jagged, details.size()),
      .note =
          "What the latent input, or the noise, has taken: the observation less the posterior mean of the trend at "
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
          .title = subject(view, fitted, "which parameters matter"),
          .description =
              "Sobol indices of the function that the model believes, alone and with other parameters.",
          .note = "Black lines are intervals of 95 % over the model's draws.",
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
          .title = subject(view, fitted, "does it predict?"),
          .description =
              "Each observation against its prediction from all the others, and the coverage of their bands.",
          .note = clipped_note(values, range),
          .width = 900.0,
          .legend = {{.label = "mean and 95 %", .colour = palette::blue, .marker = Marker::circle},
                     {.label = "as it should be", .colour = palette::dark_grey, .line = Dash::dashed}},
          .rows = {{.height = 320.0,
                    .panels = {{.title = "", .content = std::move(scatter)},
                               {.title = "", .content = std::move(coverage)}}}}};
}

}  // namespace craggy::cli
