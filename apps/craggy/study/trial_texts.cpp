#include "study/trial_texts.hpp"

#include <algorithm>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "execution/printable.hpp"
#include "numbers.hpp"
#include "study/params.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

// Six digits are for people who look at many points at once.
std::string short_value(const Parameter& parameter, double code) {
  const bool is_real = std::holds_alternative<Float>(parameter.domain);
  return is_real ? short_number(code) : execution::excerpt(value_text(parameter, code));
}

std::string params_text(const Space& space, const std::vector<double>& values,
                        std::string (*text_of)(const Parameter&, double)) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, values))
      parts.push_back(fmt::format("{}={}", space[i].name, text_of(space[i], values[i])));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// The last line of `text` that is not blank.
std::string_view last_line(std::string_view text) {
  constexpr std::string_view blanks = " \t\n";
  const std::size_t end = text.find_last_not_of(blanks);
  if (end == std::string_view::npos) return {};
  const std::size_t line_break = text.rfind('\n', end);
  return trimmed(text.substr(0, end + 1).substr(line_break == std::string_view::npos ? 0 : line_break + 1));
}

// What a failed program says last is mostly why it failed.
std::string reason_from(std::string_view failure, std::string_view error_tail) {
  constexpr std::size_t longest = 200;
  std::string reason = execution::excerpt(failure, longest);
  const std::string_view last = last_line(error_tail);
  if (!last.empty()) reason += ": " + execution::excerpt(last, longest);
  return reason;
}

std::string value_cell(const TrialRecord& record) {
  if (!record.objective) return record.message.empty() ? "" : reason_of(record.message);
  return short_number(*record.objective) + (is_feasible(record.constraints) ? "" : " (infeasible)");
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
  return params_text(space, values, exact_value);
}

std::string exact_value(const Parameter& parameter, double code) {
  return execution::excerpt(value_text(parameter, code), std::string::npos);
}

std::map<TrialNumber, AttemptRow> deciding_attempts(const Study& study) {
  std::map<TrialNumber, AttemptRow> deciding;
  for (const AttemptRow& attempt : study.attempts()) {
    const auto [found, is_new] = deciding.emplace(attempt.trial, attempt);
    if (is_new) continue;
    AttemptRow& before = found->second;
    const bool first_came_first =
        before.outcome == AttemptOutcome::finished &&
        (attempt.outcome != AttemptOutcome::finished || before.ended <= attempt.ended);
    if (!first_came_first) before = attempt;
  }
  return deciding;
}

std::string model_of(const TrialRecord& record) {
  if (!record.suggestion) return "";
  return record.suggestion->initial ? "initial design" : record.suggestion->surrogate;
}

std::optional<double> seconds_of(const AttemptRow& attempt) {
  if (!attempt.ended) return std::nullopt;
  return std::chrono::duration<double>(*attempt.ended - attempt.started).count();
}

Json trial_json(const Space& space, const TrialRecord& record, const AttemptRow* attempt) {
  Json json = {{"trial", record.number},
               {"state", name_of(record.state)},
               {"params", params_json(space, record.values)}};
  if (record.objective) add_result(json, *record.objective, record.constraints, record.noise);
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

Json trials_json(const Study& study) {
  const std::map<TrialNumber, AttemptRow> attempts = deciding_attempts(study);
  Json trials = Json::array();
  for (const TrialRecord& record : study.trials()) {
    const auto attempt = attempts.find(record.number);
    trials.push_back(
        trial_json(study.space(), record, attempt == attempts.end() ? nullptr : &attempt->second));
  }
  return trials;
}

Json outcome_json(const Trial& trial, const execution::Outcome& outcome) {
  Json json = {{"trial", trial.number()},
               {"attempt", trial.attempt()},
               {"state", outcome.result ? "finished" : "failed"},
               {"params", Json::parse(trial.params())}};
  if (outcome.result)
    add_result(json, outcome.result->value, outcome.result->constraints, outcome.result->noise);
  else
    json["message"] = reason_of(outcome);
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

Json recommended_json(const Space& space, const std::optional<RecommendedTrial>& recommended) {
  if (!recommended) return nullptr;
  Json json = best_json(space, recommended->record);
  json["mean"] = json_number(recommended->mean);
  return json;
}

std::string recommended_text(const RecommendedTrial& recommended) {
  return fmt::format("trial {}, where the mean is {}", recommended.record.number,
                     short_number(recommended.mean));
}

std::optional<RecommendedTrial> find_recommended(const Study& study, const Context& context,
                                                 const std::stop_token& stop) {
  try {
    return study.recommended(stop);
  } catch (const InvalidArgument& error) {
    // Values that no model takes are no reason to show nothing at all.
    context.err << fmt::format("craggy: no trial can be recommended: {}\n", error.what());
    return std::nullopt;
  }
}

std::string reason_of(const std::string& message) {
  const std::size_t first = std::min(message.find('\n'), message.size());
  return reason_from(std::string_view(message).substr(0, first), std::string_view(message).substr(first));
}

std::string reason_of(const execution::Outcome& outcome) {
  return reason_from(outcome.failure, outcome.error_tail);
}

std::string trial_table(const Study& study, const std::vector<TrialRecord>& records, std::size_t width) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(records.size());
  for (const TrialRecord& record : records)
    rows.push_back({fmt::format("{}", record.number), std::string(name_of(record.state)), value_cell(record),
                    params_text(study.space(), record.values, short_value)});
  return table({{"trial", Align::right}, {"state"}, {"value"}, {"parameters"}}, rows, width);
}

std::vector<TrialRecord> best_trials(const Study& study, std::size_t count) {
  std::vector<TrialRecord> records = study.trials();
  std::erase_if(records, [](const TrialRecord& record) {
    return !record.objective || !is_feasible(record.constraints);
  });
  const double sign = study.direction() == Direction::minimise ? 1.0 : -1.0;
  std::stable_sort(records.begin(), records.end(), [&](const TrialRecord& a, const TrialRecord& b) {
    return sign * a.objective.value_or(0.0) < sign * b.objective.value_or(0.0);
  });
  if (records.size() > count) records.resize(count);
  return records;
}

std::vector<TrialRecord> least_infeasible_trials(const Study& study, std::size_t count) {
  std::vector<TrialRecord> records = study.trials();
  std::erase_if(records, [](const TrialRecord& record) {
    return !record.objective || is_feasible(record.constraints);
  });
  const auto violation = [](const TrialRecord& record) {
    double sum = 0.0;
    for (const double constraint : record.constraints) sum += std::max(constraint, 0.0);
    return sum;
  };
  std::stable_sort(records.begin(), records.end(),
                   [&](const TrialRecord& a, const TrialRecord& b) { return violation(a) < violation(b); });
  if (records.size() > count) records.resize(count);
  return records;
}

std::string numbers_line(const std::vector<double>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
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

std::string iso_time(Timestamp time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(second)),
                     (time - second).count());
}

}  // namespace craggy::cli
