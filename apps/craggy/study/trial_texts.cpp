#include "study/trial_texts.hpp"

#include <algorithm>
#include <map>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/execution/printable.hpp>
#include <craggy/space/grammar.hpp>
#include <craggy/study/params.hpp>

#include "numbers.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

// A number may be in the middle of a shell command; six digits are for people only.
std::string short_value(const Parameter& parameter, double code) {
  const bool is_real = std::holds_alternative<Float>(parameter.domain);
  return is_real ? short_number(code) : execution::excerpt(value_text(parameter, code));
}

bool is_feasible(const TrialRecord& record) {
  return std::all_of(record.constraints.begin(), record.constraints.end(),
                     [](double constraint) { return constraint <= 0.0; });
}

std::string value_cell(const TrialRecord& record) {
  if (!record.objective) return record.message.empty() ? "" : reason_of(record.message);
  return short_number(*record.objective) + (is_feasible(record) ? "" : " (infeasible)");
}

void add_result(Json& json, double value, const std::vector<double>& constraints,
                const std::optional<double>& noise) {
  json["value"] = json_number(value);
  if (!constraints.empty()) json["constraints"] = json_numbers(constraints);
  if (noise) json["noise"] = json_number(*noise);
}

}  // namespace

Json params_json(const Space& space, const std::vector<double>& values) {
  return Json::parse(to_params(space, values));
}

std::string params_line(const Space& space, const std::vector<double>& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, values))
      parts.push_back(fmt::format("{}={}", space[i].name, short_value(space[i], values[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Json trial_json(const Space& space, const TrialRecord& record) {
  Json json = {{"trial", record.number},
               {"state", name_of(record.state)},
               {"params", params_json(space, record.values)}};
  if (record.objective) add_result(json, *record.objective, record.constraints, record.noise);
  if (!record.message.empty()) json["message"] = record.message;
  json["attempts"] = record.num_attempts;
  json["created"] = time_text(record.created);
  if (record.ended) json["ended"] = time_text(*record.ended);
  return json;
}

Json outcome_json(const Trial& trial, const execution::Outcome& outcome, bool again) {
  Json json = {{"trial", trial.number()},
               {"attempt", trial.attempt()},
               {"state", outcome.result ? "finished"
                         : again        ? "waiting"
                                        : "failed"},
               {"params", Json::parse(trial.params())}};
  if (outcome.result)
    add_result(json, outcome.result->value, outcome.result->constraints, outcome.result->noise);
  else
    json["message"] = outcome.failure;
  json["seconds"] = json_number(outcome.seconds);
  return json;
}

std::string tell_command(const std::string& store, const std::string& study, TrialNumber number,
                         const Result& result) {
  std::string value = exact_number(result.value);
  if (!result.constraints.empty() || result.noise) {
    Json json;
    add_result(json, result.value, result.constraints, result.noise);
    value = json.dump();
  }
  return fmt::format("craggy tell --store {} {}{} {} {}", shell_word(store),
                     study.starts_with('-') ? "-- " : "", shell_word(study), number, shell_word(value));
}

Json best_json(const Space& space, const std::optional<TrialRecord>& best) {
  if (!best || !best->objective) return nullptr;
  Json json = {{"trial", best->number}, {"params", params_json(space, best->values)}};
  add_result(json, *best->objective, best->constraints, best->noise);
  return json;
}

std::string reason_of(const std::string& message) {
  return execution::excerpt(message.substr(0, message.find('\n')), 200);
}

std::string trial_table(const Study& study, const std::vector<TrialRecord>& records, std::size_t width) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(records.size());
  for (const TrialRecord& record : records)
    rows.push_back({fmt::format("{}", record.number), std::string(name_of(record.state)), value_cell(record),
                    params_line(study.space(), record.values)});
  return table({{"trial", Align::right}, {"state"}, {"value"}, {"parameters"}}, rows, width);
}

std::vector<TrialRecord> best_trials(const Study& study, std::size_t count) {
  std::vector<TrialRecord> records = study.trials();
  std::erase_if(records, [](const TrialRecord& record) { return !record.objective || !is_feasible(record); });
  const double sign = study.direction() == Direction::minimise ? 1.0 : -1.0;
  std::stable_sort(records.begin(), records.end(), [&](const TrialRecord& a, const TrialRecord& b) {
    return sign * a.objective.value_or(0.0) < sign * b.objective.value_or(0.0);
  });
  if (records.size() > count) records.resize(count);
  return records;
}

std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records) {
  std::map<std::string, std::size_t> counts;
  for (const TrialRecord& record : records)
    if (record.state == TrialState::failed)
      ++counts[record.message.empty() ? "no reason given" : reason_of(record.message)];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

std::string time_text(Timestamp time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(
                         std::chrono::time_point_cast<std::chrono::system_clock::duration>(time))));
}

}  // namespace craggy::cli
