#include "dashboard/report_document.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "dashboard/html.hpp"
#include "look/look.hpp"
#include "runs/page_json.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {
namespace {

using runs::Json;

// As many as can be seen: a report is to be sent by e-mail.
constexpr std::size_t num_slice_values = 41;
constexpr std::size_t num_grid_values = 21;
constexpr std::size_t num_mapped = 4;      // of the most important parameters: contours of their pairs
constexpr std::size_t most_printed = 600;  // bytes of each stream of an attempt
constexpr int num_digits = 4;              // of what is only drawn

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

Json grids_json(const StudyModel& model, const std::vector<std::string>& names,
                const std::vector<double>& through) {
  Json grids = Json::array();
  const std::size_t count = std::min(names.size(), num_mapped);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      grids.push_back(runs::grid_json(model, model.grid(names[i], names[j], through, num_grid_values)));
  return grids;
}

Json model_document(const StudyView& view, const std::string& name, std::uint64_t threads,
                    const std::stop_token& stop) {
  const FittedModel fitted = fit_model(view, name, threads, stop);
  const std::vector<double> through = usual_point(view);
  Json json = runs::posterior_json(view, fitted.model, fitted.warm_from);
  for (const char* key : {"schema", "study", "direction", "parameters", "models"})
    json.erase(key);  // as in the page
  runs::add_overview(json, fitted.model, stop);
  runs::add_slices(json, fitted.model, through, num_slice_values, stop);
  for (Json& slice : json["slices"])
    for (const char* key : {"sd", "median", "feasible", "success"}) slice.erase(key);  // not drawn
  json["grids"] = grids_json(fitted.model, runs::by_importance(json["importance"]), through);
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
  for (const ModelInfo& model : StudyModel::models(view.options().suggest)) {
    const bool wanted = options.models.empty() || std::find(options.models.begin(), options.models.end(),
                                                            model.name) != options.models.end();
    if (!wanted) continue;
    if (options.fitting) options.fitting(model.name);
    json["models"].push_back(model_document(view, model.name, options.threads, stop));
  }
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
