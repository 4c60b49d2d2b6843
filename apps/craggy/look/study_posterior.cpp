#include "look/study_posterior.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "look/look.hpp"
#include "numbers.hpp"
#include "runs/model_json.hpp"
#include "runs/page_json.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_slice_points = 101;
constexpr std::size_t num_slice_rows = 11;  // of the table, which is for reading
constexpr std::size_t num_grid_points = 31;
constexpr std::size_t num_ignored_shown = 10;

std::array<std::string, 2> pair_of(const std::string& text) {
  const std::vector<std::string_view> names = split(text, ',');
  if (names.size() != 2)
    fail_argument("--grid", fmt::format("'{}'", text), "it has to be two parameters, such as lr,depth");
  return {std::string(trimmed(names[0])), std::string(trimmed(names[1]))};
}

std::string share_text(double share) { return fmt::format("{:.0f} %", 100.0 * share); }

std::string interval_text(const StudyModel::Interval& interval) {
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", std::max(interval.middle, 0.0),
                     std::max(interval.lower, 0.0), std::max(interval.upper, 0.0));
}

class StudyPosterior {
 public:
  StudyPosterior(const StudyPosteriorOptions& options, const Context& context)
      : options_(options),
        context_(context),
        view_(open_study(options.study, options.store, context)),
        through_(point_from(view_, options.through)) {
    for (const std::string& text : options.at) points_.push_back(point_from(view_, text));
    for (const std::string& name : options.slices) view_.space().index_of(name);
    for (const std::string& text : options.grids)
      for (const std::string& name : pair_of(text)) view_.space().index_of(name);
    fitted_.emplace(fit_model(view_, options.model, options.threads, context));
  }

  void write() const {
    const StudyModel& model = fitted_->model;
    Json json = runs::posterior_json(view_, model, fitted_->warm_from);
    if (!points_.empty()) json["points"] = runs::points_json(model, points_);
    for (const std::string& name : options_.slices)
      json["slices"].push_back(runs::slice_json(model, model.slice(name, through_, num_slice_points)));
    for (const std::string& text : options_.grids) {
      const auto [row, column] = pair_of(text);
      json["grids"].push_back(runs::grid_json(model, model.grid(row, column, through_, num_grid_points)));
    }
    if (json.contains("slices") || json.contains("grids"))
      json["through"] = runs::params_json(view_.space(), through_);
    if (is_overview()) runs::add_overview(json, model, context_.stop);
    write_json(context_.out, json);
  }

  void print() const {
    context_.out << labelled("", fmt::format("{}: {}", view_.name(), said_of(*fitted_)), 0,
                             context_.text_width())
                 << '\n';
    if (is_overview()) print_overview();
    print_points();
    for (const std::string& name : options_.slices) print_slice(name);
  }

 private:
  bool is_overview() const {
    return options_.at.empty() && options_.slices.empty() && options_.grids.empty();
  }

  void line(std::string_view label, std::string_view text) const {
    context_.out << labelled(fmt::format("  {}", label), text, 14, context_.text_width());
  }

  void print_overview() const {
    const StudyModel& model = fitted_->model;
    line("model", fmt::format("{}: {}", model.name(), model.summary()));
    std::vector<std::string> others;
    for (const ModelInfo& info : StudyModel::models(view_.options().suggest))
      if (info.name != model.name()) others.push_back(info.name);
    if (!others.empty()) line("others", fmt::format("{} (--model)", fmt::join(others, ", ")));
    const runs::Calibration calibration = runs::calibration_of(model.leave_one_out());
    line("predicts",
         fmt::format("each value from the others: {} lie in the band that should have 95 %, {} in "
                     "the one that should have half; rank correlation {:.2f}",
                     share_text(calibration.covered), share_text(calibration.covered_half),
                     calibration.rank_correlation));
    print_importance();
    print_ignored();
  }

  void print_importance() const {
    std::vector<StudyModel::Importance> importance = fitted_->model.importance();
    std::stable_sort(importance.begin(), importance.end(),
                     [](const auto& a, const auto& b) { return a.total.middle > b.total.middle; });
    std::vector<std::vector<std::string>> rows;
    for (const StudyModel::Importance& each : importance)
      rows.push_back({each.parameter, interval_text(each.alone), interval_text(each.total)});
    context_.out << '\n'
                 << table({{"importance"}, {"alone"}, {"with the others"}}, rows, context_.text_width());
  }

  void print_ignored() const {
    std::vector<StudyModel::IgnoredDetail> details = fitted_->model.latent_magnitude();
    const auto num_standing_out =
        std::count_if(details.begin(), details.end(), [](const auto& detail) { return detail.stands_out; });
    std::stable_sort(details.begin(), details.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    if (details.size() > num_ignored_shown) details.resize(num_ignored_shown);
    std::vector<std::vector<std::string>> rows;
    for (const StudyModel::IgnoredDetail& detail : details)
      rows.push_back({fmt::format("{}", detail.trial), short_number(detail.observed),
                      short_number(detail.believed), fmt::format("{:.2g}", detail.sd),
                      fmt::format("{:+.3g}", detail.ignored), fmt::format("{:.1f}", detail.score),
                      detail.stands_out ? "stands out" : ""});
    context_.out << fmt::format("\nWhat it ignores: {} of {} values stand out from what the model believes\n",
                                num_standing_out, fitted_->model.trials().size())
                 << table({{"trial", Align::right},
                           {"observed", Align::right},
                           {"believed", Align::right},
                           {"sd", Align::right},
                           {"ignored", Align::right},
                           {"score", Align::right},
                           {""}},
                          rows);
  }

  void print_points() const {
    if (points_.empty()) return;
    print_forecast("at", points_,
                   [&](const std::vector<double>& point) { return params_line(view_.space(), point); });
  }

  void print_slice(const std::string& name) const {
    const StudyModel::Slice slice = fitted_->model.slice(name, through_, num_slice_rows);
    if (!slice.inactive.empty()) {
      context_.out << fmt::format("{} is inactive there: it needs {}\n", name, slice.inactive);
      return;
    }
    const std::size_t i = view_.space().index_of(name);
    context_.out << labelled("", fmt::format("through {}", params_line(view_.space(), through_)), 0,
                             context_.text_width());
    print_forecast(name, slice.points, [&](const std::vector<double>& point) {
      const double code = point[i];
      return std::holds_alternative<Float>(view_.space()[i].domain) ? short_number(code)
                                                                    : value_text(view_.space()[i], code);
    });
  }

  void print_forecast(const std::string& title, const std::vector<std::vector<double>>& points,
                      const auto& text_of) const {
    std::vector<std::vector<std::string>> rows;
    const Json forecasts = runs::points_json(fitted_->model, points);
    const auto number = [](const Json& json, int digits) {
      return json.is_null() ? std::string() : fmt::format("{:.{}g}", json.get<double>(), digits);
    };
    for (std::size_t m = 0; m < points.size(); ++m) {
      const Json& each = forecasts[m];
      rows.push_back({number(each["mean"], 5), number(each["sd"], 3), number(each["lower"], 5),
                      number(each["upper"], 5), number(each["acquisition"], 4), number(each["feasible"], 2),
                      number(each["success"], 2), text_of(points[m])});
    }
    context_.out << table({{"mean", Align::right},
                           {"sd", Align::right},
                           {"2.5 %", Align::right},
                           {"97.5 %", Align::right},
                           {view_.options().suggest.acquisition, Align::right},
                           {"feasible", Align::right},
                           {"success", Align::right},
                           {title}},
                          rows, context_.text_width());
  }

  const StudyPosteriorOptions& options_;
  const Context& context_;
  StudyView view_;
  std::vector<double> through_;
  std::vector<std::vector<double>> points_;
  std::optional<FittedModel> fitted_;
};

}  // namespace

int study_posterior(const StudyPosteriorOptions& options, const Context& context) {
  if (!options.grids.empty() && !options.json)
    throw InvalidArgument("--grid is for --json; 'craggy plot STUDY contour' draws it");
  const StudyPosterior posterior(options, context);
  if (options.json)
    posterior.write();
  else
    posterior.print();
  return exit_done;
}

}  // namespace craggy::cli
