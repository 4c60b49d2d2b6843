#include "runs/page_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/printable.hpp"
#include "runs/space_json.hpp"
#include "runs/texts.hpp"
#include "runs/verdicts.hpp"
#include "runs/verdicts_json.hpp"
#include "study/trial_seed.hpp"

namespace craggy::runs {
namespace {

// What a table and a timeline of all trials need beside trial_json; the rest is in trial_view_json.
void add_suggestion(Json& json, const TrialRecord& record) {
  if (!record.suggestion) return;
  const Suggestion& suggestion = *record.suggestion;
  if (suggestion.initial) json["initial"] = true;
  json["suggest_seconds"] = json_number(seconds_of_suggestion(record));
  if (!suggestion.reason) return;
  json["expected"] = Json::object();
  add_expectation(json["expected"], *suggestion.reason);
}

Json page_trials(const std::vector<TrialRecord>& records, Json trials) {
  for (std::size_t i = 0; i < records.size(); ++i) add_suggestion(trials[i], records[i]);
  return trials;
}

// The last bytes, from the beginning of a line if there is one among them.
std::string end_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return printable(text);
  text.remove_prefix(text.size() - most);
  if (const std::size_t line = text.find('\n'); line + 1 < text.size()) text.remove_prefix(line + 1);
  return printable(text);
}

// 0 before there is one; of the last few trials, since points may also be given.
double seconds_of_latest_suggestion(const StudyView& view) {
  constexpr TrialNumber num_looked_at = 20;
  const auto num_trials = static_cast<TrialNumber>(view.counts().all());
  double seconds = 0.0;
  for (const TrialRecord& record :
       view.trials(num_trials - std::min(num_trials, num_looked_at), num_looked_at))
    if (record.suggestion && !record.suggestion->initial) seconds = seconds_of_suggestion(record);
  return seconds;
}

void add_state(Json& json, const StudyView& view) {
  json["verdicts"] = verdicts_json(verdicts_of(view));
  if (const std::string remarks = view.note(remarks_note); !remarks.empty()) json["remarks"] = remarks;
}

}  // namespace

Json page_json(const StudyView& view) {
  const std::int64_t revision = view.revision();
  Json json = study_head_json(view, std::nullopt);
  const std::vector<TrialRecord> records = view.trials();
  json["revision"] = revision;
  json["models"] = models_json(view.options());
  json["trials"] = page_trials(records, trials_json(view, records));
  add_state(json, view);
  return json;
}

Json changes_json(const StudyView& view, std::int64_t revision) {
  const TrialChanges changes = view.changes(revision);
  const StudySummary summary = view.summary();
  Json json = {{"schema", schema_version},
               {"study", view.name()},
               {"revision", changes.revision},
               {"counts", counts_json(summary.counts)},
               {"best", best_json(view.space(), summary.best)}};
  Json trials = Json::array();
  for (const TrialRecord& record : changes.trials) {
    const std::optional<AttemptRow> attempt = view.deciding_attempt(record.number);
    trials.push_back(trial_json(view.space(), record, attempt ? &*attempt : nullptr));
    trials.back()["seed"] = trial_seed(view.options().seed, record.number);
  }
  json["trials"] = page_trials(changes.trials, std::move(trials));
  add_state(json, view);
  return json;
}

Json trial_page_json(const StudyView& view, const TrialRecord& record, std::size_t most_printed) {
  Json json = trial_view_json(view, record);
  for (const OutputRow& row : view.outputs(record.number))
    for (Json& attempt : json["all_attempts"]) {
      if (attempt.at("attempt") != row.attempt) continue;
      if (!row.output.empty()) attempt["output"] = end_of(row.output, most_printed);
      if (!row.errors.empty()) attempt["errors"] = end_of(row.errors, most_printed);
    }
  return json;
}

Json posterior_json(const StudyView& view, const StudyModel& model, std::optional<TrialNumber> warm_from) {
  return {{"schema", schema_version},
          {"study", view.name()},
          {"direction", direction_word(view.direction())},
          {"parameters", parameters_json(view.space())},
          {"models", models_json(view.options())},
          {"model", model_json(model, warm_from)}};
}

void add_overview(Json& json, const StudyModel& model, const std::stop_token& stop) {
  const std::vector<StudyModel::LeftOut> left_out = model.leave_one_out(usual_probabilities, stop);
  json["importance"] = importance_json(model.importance(512, stop));
  json["ignored"] = ignored_json(model.latent_magnitude(stop));
  json["leave_one_out"] = left_out_json(left_out);
  json["calibration"] = calibration_json(calibration_of(left_out));
}

void add_slices(Json& json, const StudyModel& model, const std::vector<double>& through,
                std::size_t num_values, const std::stop_token& stop) {
  json["slices"] = Json::array();
  for (const Parameter& parameter : model.space().parameters())
    json["slices"].push_back(
        slice_json(model, model.slice(parameter.name, through, num_values, usual_probabilities, stop)));
  json["through"] = params_json(model.space(), through);
}

Json next_json(const StudyView& view, double most_seconds, std::size_t num_threads,
               const std::stop_token& stop) {
  Json json = {{"schema", schema_version}, {"study", view.name()}, {"preview", true}};
  if (const double seconds = seconds_of_latest_suggestion(view); seconds > most_seconds) {
    json["none"] =
        fmt::format("the latest suggestion took {:.0f} s, so none is computed for a look alone", seconds);
    return json;
  }
  const std::optional<SuggestionPreview> preview = view.preview(num_threads, stop);
  if (!preview) {
    json["none"] = "every point of the space is a trial already";
    return json;
  }
  const Suggestion& suggestion = preview->suggestion;
  json["trial"] = preview->trial;
  json["params"] = params_json(view.space(), suggestion.values);
  if (suggestion.initial) json["initial"] = true;
  if (!suggestion.reason) return json;
  json["expected"] = Json::object();
  add_expectation(json["expected"], *suggestion.reason);
  json["warm_from"] = preview->warm_from ? Json(*preview->warm_from) : Json(nullptr);
  return json;
}

std::vector<std::string> by_importance(const Json& importance) {
  std::vector<std::pair<double, std::string>> shares;
  for (const Json& each : importance) {
    const Json& share = each.at("total").at("mean");
    shares.emplace_back(share.is_number() ? share.get<double>() : 0.0,
                        each.at("parameter").get<std::string>());
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (auto& [share, name] : shares) names.push_back(std::move(name));
  return names;
}

Json shortened(const Json& json, int digits) {
  if (json.is_number_float())
    return std::strtod(fmt::format("{:.{}g}", json.get<double>(), digits).c_str(), nullptr);
  if (!json.is_structured()) return json;
  Json copy = json;
  for (Json& each : copy) each = shortened(each, digits);
  return copy;
}

}  // namespace craggy::runs
