// The picture of what a study's surrogate believes along each parameter.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "look/figure_parts.hpp"
#include "look/parameter_axis.hpp"
#include "look/study_figures.hpp"
#include "space/codec.hpp"

namespace craggy::cli {

using namespace charts;
namespace {

constexpr std::size_t num_slice_points = 121;
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
  belief.x.label = worth.x.label = "";  // the title says it
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

}  // namespace

Figure slices_figure(const StudyView& view, const FittedModel& fitted,
                     const std::vector<std::string>& parameters, const std::vector<double>& through) {
  const Observed observed = observed_of(view, fitted);
  Figure figure{
      .name = "slices",
      .title = subject(view, "what the model believes"),
      .description =
          "Posterior along each parameter with its bands of 50 and 95 %, and below, from 0 to the "
          "best of each panel, what an evaluation would be worth.",
      .note = through_note(view, fitted, through) +
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

}  // namespace craggy::cli
