#include "dashboard/report_document.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "dashboard/gzip.hpp"
#include "dashboard/html.hpp"
#include "dashboard/pages.hpp"
#include "dashboard/report_grids.hpp"
#include "look/look.hpp"
#include "runs/page_json.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {
namespace {

using runs::Json;

// As many as can be seen: a report is to be sent by e-mail.
constexpr std::size_t num_slice_values = 41;
constexpr std::size_t most_printed = 600;  // bytes of each stream of an attempt
constexpr int num_digits = 4;              // of what is only drawn
constexpr double most_seconds_of_preview = 30.0;
constexpr std::size_t most_bytes = 300'000;    // of the file, for contours of further pairs; with few trials
constexpr std::size_t room_for_texts = 4'000;  // the summary, and the next suggestion

// What trial_page_json has beyond what stands in the page already.
Json details_json(const StudyView& view, const std::vector<TrialRecord>& records, const Json& trials) {
  Json details = Json::array();
  for (std::size_t i = 0; i < records.size() && i < trials.size(); ++i) {
    Json detail = runs::trial_page_json(view, records[i], most_printed);
    for (const auto& [key, value] : trials[i].items())
      if (key != "trial" && detail.contains(key) && detail[key] == value) detail.erase(key);
    details.push_back(std::move(detail));
  }
  return details;
}

// Of the file, for the contours of a model that come after what is in the report already, if the models that
// are still to come take as much as this one.
std::size_t room_for_contours(const Json& report, const Json& model, std::size_t num_models_left) {
  const std::size_t of_model = packed(model.dump()).size() * 4 / 3;
  const std::size_t taken =
      report_page("", report.dump(-1, ' ', false, Json::error_handler_t::replace), "").size() +
      num_models_left * of_model + room_for_texts;
  return taken >= most_bytes ? 0 : (most_bytes - taken) / num_models_left;
}

Json model_document(const FittedModel& fitted, const StudyView& view, const std::stop_token& stop) {
  const std::vector<double> through = usual_point(view);
  Json json = runs::posterior_json(view, fitted.model, fitted.warm_from);
  for (const char* key : {"schema", "study", "direction", "parameters", "models"})
    json.erase(key);  // as in the page
  runs::add_overview(json, fitted.model, stop);
  runs::add_slices(json, fitted.model, through, num_slice_values, stop);
  for (Json& slice : json["slices"])
    for (const char* key : {"sd", "median", "feasible", "success"}) slice.erase(key);  // not drawn
  return runs::shortened(json, num_digits);
}

}  // namespace

Json report_json(const StudyView& view, const ReportOptions& options, const std::stop_token& stop) {
  const auto now = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
  Json json = {{"version", CRAGGY_VERSION}, {"made", runs::iso_time(now)}, {"page", runs::page_json(view)}};
  const std::vector<TrialRecord> records = view.trials();
  json["details"] = details_json(view, records, json["page"]["trials"]);
  json["models"] = Json::array();
  if (view.size() == 0) return json;
  std::vector<std::string> wanted;
  for (const ModelInfo& model : StudyModel::models(view.options().suggest)) {
    const bool is_wanted = options.models.empty() || std::find(options.models.begin(), options.models.end(),
                                                               model.name) != options.models.end();
    if (is_wanted) wanted.push_back(model.name);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (options.fitting) options.fitting(wanted[i]);
    const FittedModel fitted = fit_model(view, wanted[i], options.threads, stop);
    Json model = model_document(fitted, view, stop);
    const std::size_t room = options.all_contours ? std::numeric_limits<std::size_t>::max()
                                                  : room_for_contours(json, model, wanted.size() - i);
    model["grids"] = runs::shortened(
        report_grids(fitted.model, runs::by_importance(model["importance"]), usual_point(view), room, stop),
        num_digits);
    json["models"].push_back(std::move(model));
  }
  if (!json["models"].empty())
    json["next"] = runs::next_json(view, most_seconds_of_preview, options.threads, stop);
  return json;
}

std::string report_summary(const Json& report) {
  const Json& page = report.at("page");
  std::string html = fmt::format("<h1>{}</h1>\n", html_text(page.at("study").get<std::string>()));
  const Json& counts = page.at("counts");
  html += fmt::format("<p>{} finished trials, {} failed.</p>\n", counts.at("finished").dump(),
                      counts.at("failed").dump());
  if (const Json& best = page.at("best"); best.is_object()) {
    html += fmt::format("<p>The best value is {} in trial {}, at:</p>\n<ul>\n", best.at("value").dump(),
                        best.at("trial").dump());
    for (const auto& [name, value] : best.at("params").items())
      html += fmt::format("<li>{} = {}</li>\n", html_text(name), html_text(value.dump()));
    html += "</ul>\n";
  }
  for (const Json& verdict : page.at("verdicts"))
    html += fmt::format("<p>{} {}</p>\n", html_text(verdict.at("sentence").get<std::string>()),
                        html_text(verdict.at("advice").get<std::string>()));
  return html + "<p>The charts of this page need JavaScript; nothing is loaded from anywhere.</p>\n";
}

}  // namespace craggy::cli
