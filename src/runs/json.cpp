#include "runs/json.hpp"

#include <cmath>
#include <map>
#include <string>

#include "runs/reason.hpp"
#include "runs/settings.hpp"
#include "runs/space_json.hpp"
#include "runs/texts.hpp"
#include "runs/verdicts.hpp"
#include "runs/verdicts_json.hpp"
#include "study/params.hpp"
#include "study/trial_seed.hpp"

namespace craggy::runs {

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_numbers(std::span<const double> values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(json_number(value));
  return array;
}

Json json_numbers(const Vector& values) {
  return json_numbers(std::span(values.data(), static_cast<std::size_t>(values.size())));
}

Json params_json(const Space& space, const std::vector<double>& values) {
  return Json::parse(to_params(space, values));
}

void add_result(Json& json, double value, const std::vector<double>& constraints,
                const std::optional<double>& noise) {
  json["value"] = json_number(value);
  if (!constraints.empty()) json["constraints"] = json_numbers(constraints);
  if (noise) json["noise"] = json_number(*noise);
}

Json counts_json(const TrialCounts& counts) {
  return {{"finished", counts.finished},
          {"failed", counts.failed},
          {"infeasible", counts.infeasible},
          {"running", counts.running},
          {"waiting", counts.waiting}};
}

void add_counts(Json& json, const TrialCounts& counts) {
  const Json object = counts_json(counts);
  json["counts"] = object;
  json.update(object);  // deprecated: where they stood before
}

Json best_json(const Space& space, const std::optional<TrialRecord>& best) {
  if (!best || !best->objective) return nullptr;
  Json json = {{"trial", best->number}, {"params", params_json(space, best->values)}};
  add_result(json, *best->objective, best->constraints, best->noise);
  return json;
}

Json recommended_json(const Space& space, const std::optional<RecommendedTrial>& recommended) {
  if (!recommended) return nullptr;
  Json json = best_json(space, recommended->record);
  json["mean"] = json_number(recommended->mean);
  json["sd"] = json_number(recommended->sd);
  return json;
}

Json trial_json(const Space& space, const TrialRecord& record, const AttemptRow* attempt) {
  Json json = {{"trial", record.number},
               {"state", name_of(record.state)},
               {"params", params_json(space, record.values)}};
  if (record.objective) {
    add_result(json, *record.objective, record.constraints, record.noise);
    json["feasible"] = is_feasible(record.constraints);
  }
  if (!record.message.empty()) json["message"] = record.message;
  json["attempts"] = record.num_attempts;
  json["created"] = iso_time(record.created);
  if (attempt != nullptr) json["started"] = iso_time(attempt->started);
  if (record.ended) json["ended"] = iso_time(*record.ended);
  if (attempt != nullptr) {
    if (const auto seconds = seconds_of(*attempt)) json["seconds"] = json_number(*seconds);
    json["worker"] = attempt->worker.name;
    json["host"] = attempt->worker.host;
  }
  if (const std::string model = model_of(record); !model.empty()) json["model"] = model;
  return json;
}

Json trials_json(const StudyView& view) { return trials_json(view, view.trials()); }

Json trials_json(const StudyView& view, const std::vector<TrialRecord>& records) {
  const std::map<TrialNumber, AttemptRow> attempts = view.deciding_attempts();
  Json trials = Json::array();
  for (const TrialRecord& record : records) {
    const auto attempt = attempts.find(record.number);
    trials.push_back(
        trial_json(view.space(), record, attempt == attempts.end() ? nullptr : &attempt->second));
    trials.back()["seed"] = trial_seed(view.options().seed, record.number);
  }
  return trials;
}

Json attempt_json(const AttemptRow& attempt) {
  Json json = {{"attempt", attempt.number},
               {"outcome", name_of(attempt.outcome)},
               {"worker", attempt.worker.name},
               {"host", attempt.worker.host},
               {"process", attempt.worker.process},
               {"started", iso_time(attempt.started)},
               {"heartbeat", iso_time(attempt.heartbeat)}};
  if (attempt.ended) json["ended"] = iso_time(*attempt.ended);
  if (const auto seconds = seconds_of(attempt)) json["seconds"] = json_number(*seconds);
  if (attempt.result) json["value"] = json_number(attempt.result->value);
  if (attempt.exit_code) json["exit_code"] = *attempt.exit_code;
  if (!attempt.message.empty()) json["message"] = attempt.message;
  return json;
}

Json outcome_json(const Trial& trial, const Outcome& outcome) {
  Json json = {{"trial", trial.number()},
               {"attempt", trial.attempt()},
               {"state", outcome.result ? "finished" : "failed"},
               {"params", Json::parse(trial.params())}};
  if (outcome.result) {
    add_result(json, outcome.result->value, outcome.result->constraints, outcome.result->noise);
    json["feasible"] = is_feasible(outcome.result->constraints);
  } else {
    json["message"] = reason_of(outcome);
  }
  json["seconds"] = json_number(outcome.seconds);
  return json;
}

void add_expectation(Json& json, const Reason& reason) {
  json["model"] = reason.model;
  json["mean"] = json_number(reason.mean);
  json["sd"] = json_number(reason.sd);
  json["acquisition"] = json_number(reason.acquisition);
  json["success"] = reason.success ? json_number(*reason.success) : Json(nullptr);
  json["feasible"] = reason.feasible ? json_number(*reason.feasible) : Json(nullptr);
  json["improvement"] = reason.improvement ? json_number(*reason.improvement) : Json(nullptr);
}

Json active_json(const ActiveData& active) {
  return {{"observations", active.observations},
          {"of", active.of},
          {"side", json_number(active.side)},
          {"restarts", active.restarts},
          {"everywhere", active.everywhere}};
}

Json reason_json(const StudyView& view, const TrialRecord& record) {
  Json json = {{"sentence", reason_sentence(record, view.direction(), view.best_seen_by(record.number))}};
  if (record.suggestion && record.suggestion->reason) add_expectation(json, *record.suggestion->reason);
  return json;
}

Json trial_view_json(const StudyView& view, const TrialRecord& record) {
  const std::optional<AttemptRow> attempt = view.deciding_attempt(record.number);
  Json json = trial_json(view.space(), record, attempt ? &*attempt : nullptr);
  json["seed"] = trial_seed(view.options().seed, record.number);
  if (const auto& suggestion = record.suggestion; suggestion && !suggestion->initial) {
    json["sigma_h"] = json_numbers(suggestion->sigma_h);
    json["fit_seconds"] = json_number(suggestion->fit_seconds);
    json["acquisition_seconds"] = json_number(suggestion->acquisition_seconds);
    if (suggestion->active) json["active"] = active_json(*suggestion->active);
  }
  json["reason"] = reason_json(view, record);
  json["all_attempts"] = Json::array();
  for (const AttemptRow& each : view.attempts(record.number))
    json["all_attempts"].push_back(attempt_json(each));
  return json;
}

Json summary_json(const StudySummary& summary) {
  Json json = {{"study", summary.name}, {"created", iso_time(summary.created)}};
  if (!summary.options) {
    json["problem"] = summary.problem;
    return json;
  }
  json["direction"] = direction_word(summary.options->direction);
  json["trials"] = summary.counts.all();  // deprecated: elsewhere these are the trials themselves
  add_counts(json, summary.counts);
  json["best"] = best_json(summary.options->space, summary.best);
  return json;
}

Json study_head_json(const StudyView& view, const std::optional<RecommendedTrial>& recommended) {
  const StudySummary summary = view.summary();
  Json json = {{"schema", schema_version},
               {"study", view.name()},
               {"created", iso_time(view.created())},
               {"direction", direction_word(view.direction())},
               {"parameters", parameters_json(view.space())},
               {"surrogate", view.options().suggest.surrogate},
               {"seed", view.options().seed},
               {"settings", settings_json(view.options())},
               {"best", best_json(view.space(), summary.best)},
               {"recommended", recommended_json(view.space(), recommended)}};
  add_counts(json, summary.counts);
  return json;
}

Json study_json(const StudyView& view, const std::optional<RecommendedTrial>& recommended) {
  Json json = study_head_json(view, recommended);
  json["trials"] = trials_json(view);
  json["verdicts"] = verdicts_json(verdicts_of(view));
  return json;
}

void add_end(Json& json, RunEnd end, const std::string& why) {
  json["stopped"] = name_of(end);
  json["why"] = why;
  json["interrupted"] = end == RunEnd::interrupted;
}

}  // namespace craggy::runs
