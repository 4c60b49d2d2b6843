#include "runs/study_document.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "base/text.hpp"
#include "runs/base64.hpp"
#include "runs/iso_time.hpp"
#include "runs/texts.hpp"
#include "study/definition.hpp"
#include "study/params.hpp"
#include "study/suggestion_text.hpp"
#include "study/trial_cache.hpp"

namespace craggy::runs {
namespace {

constexpr std::string_view format_name = "craggy study";
constexpr int format_version = 1;

using AttemptsOfTrials = std::map<TrialNumber, std::vector<const AttemptRow*>>;
using OutputsOfAttempts = std::map<std::pair<TrialNumber, AttemptNumber>, const OutputRow*>;

AttemptsOfTrials attempts_of(const StudyContent& content) {
  AttemptsOfTrials attempts;
  for (const AttemptRow& attempt : content.attempts) attempts[attempt.trial].push_back(&attempt);
  return attempts;
}

// What attempt_json leaves out.
Json whole_attempt_json(const AttemptRow& attempt, const OutputsOfAttempts& outputs) {
  Json json = attempt_json(attempt);
  if (attempt.result)
    add_result(json, attempt.result->value, attempt.result->constraints, attempt.result->noise);
  if (!attempt.worker.machine.empty()) json["machine"] = attempt.worker.machine;
  if (attempt.worker.process_start != 0) json["process_start"] = attempt.worker.process_start;
  if (attempt.grace) json["grace_microseconds"] = attempt.grace->count();
  if (const auto found = outputs.find({attempt.trial, attempt.number}); found != outputs.end()) {
    json["output"] = found->second->output;
    json["errors"] = found->second->errors;
  }
  return json;
}

void add_the_rest(Json& json, const TrialRow& row, const std::vector<const AttemptRow*>& attempts,
                  const OutputsOfAttempts& outputs, const std::string* warm) {
  json["revision"] = row.revision;
  if (row.holder) json["holder"] = *row.holder;
  if (row.decider) json["decider"] = *row.decider;
  if (row.lost) json["lost"] = true;
  if (!row.suggestion.empty()) json["suggestion"] = Json::parse(row.suggestion, nullptr, false);
  json["all_attempts"] = Json::array();
  for (const AttemptRow* attempt : attempts)
    json["all_attempts"].push_back(whole_attempt_json(*attempt, outputs));
  if (warm != nullptr) json["warm"] = to_base64(*warm);
}

const AttemptRow* deciding(const TrialRow& row, const std::vector<const AttemptRow*>& attempts) {
  if (attempts.empty()) return nullptr;
  if (!row.decider) return attempts.back();
  const auto found = std::find_if(attempts.begin(), attempts.end(),
                                  [&](const AttemptRow* attempt) { return attempt->number == *row.decider; });
  return found == attempts.end() ? nullptr : *found;
}

// Reads the fields of an object; what is wrong names the trial.
class Fields {
 public:
  Fields(const Json& json, std::string what) : json_(json), what_(std::move(what)) {
    if (!json.is_object()) fail("", "it has to be a JSON object");
  }

  [[noreturn]] void fail(std::string_view key, std::string_view rule) const {
    throw InvalidArgument(key.empty() ? fmt::format("{}: {}", what_, rule)
                                      : fmt::format("{}: '{}': {}", what_, key, rule));
  }

  bool has(const char* key) const { return json_.contains(key) && !json_[key].is_null(); }

  const Json& at(const char* key) const {
    if (!has(key)) fail(key, "it is missing");
    return json_[key];
  }

  std::string text(const char* key) const {
    if (!at(key).is_string()) fail(key, "it has to be a text");
    return at(key).get<std::string>();
  }

  std::string text_or_empty(const char* key) const { return has(key) ? text(key) : std::string(); }

  template <class Integer>
  Integer integer(const char* key) const {
    const Json& value = at(key);
    if (!value.is_number_integer()) fail(key, "it has to be a whole number");
    const auto number = value.get<Integer>();
    if (Json(number) != value) fail(key, "it is out of range");
    return number;
  }

  template <class Integer>
  std::optional<Integer> optional_integer(const char* key) const {
    return has(key) ? std::optional(integer<Integer>(key)) : std::nullopt;
  }

  double number(const Json& value, const char* key) const {
    if (!value.is_number()) fail(key, "it has to be a number");
    return check_finite(fmt::format("{}: '{}'", what_, key), value.get<double>());
  }

  Timestamp time(const char* key) const {
    const std::optional<Timestamp> time = parse_iso_time(text(key));
    if (!time) fail(key, "it has to be a time such as 2026-11-16T08:15:00.250000Z");
    return *time;
  }

  std::optional<Timestamp> optional_time(const char* key) const {
    return has(key) ? std::optional(time(key)) : std::nullopt;
  }

  template <class Enum, std::size_t count>
  Enum one_of(const char* key, const std::array<Enum, count>& values) const {
    const std::string name = text(key);
    for (const Enum each : values)
      if (name == name_of(each)) return each;
    fail(key, fmt::format("'{}' is not known", name));
  }

  std::optional<Result> result() const {
    if (!has("value")) return std::nullopt;
    Result result{number(at("value"), "value")};
    if (has("constraints"))
      for (const Json& each : at("constraints")) result.constraints.push_back(number(each, "constraints"));
    if (has("noise")) result.noise = number(at("noise"), "noise");
    return result;
  }

  /// All of them, if each is a text.
  std::map<std::string, std::string> texts() const {
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : json_.items()) texts[key] = text(key.c_str());
    return texts;
  }

  const std::string& what() const { return what_; }

 private:
  const Json& json_;
  std::string what_;
};

AttemptRow read_attempt(const Fields& fields, TrialNumber trial) {
  AttemptRow attempt{
      .trial = trial,
      .number = fields.integer<AttemptNumber>("attempt"),
      .worker = {.name = fields.text_or_empty("worker"),
                 .host = fields.text_or_empty("host"),
                 .machine = fields.text_or_empty("machine"),
                 .process = fields.optional_integer<std::int64_t>("process").value_or(0),
                 .process_start = fields.optional_integer<std::int64_t>("process_start").value_or(0)},
      .started = fields.time("started"),
      .heartbeat = fields.time("heartbeat"),
      .outcome = fields.one_of(
          "outcome", std::array{AttemptOutcome::open, AttemptOutcome::finished, AttemptOutcome::failed,
                                AttemptOutcome::released, AttemptOutcome::lost}),
      .ended = fields.optional_time("ended"),
      .result = fields.result(),
      .exit_code = fields.optional_integer<int>("exit_code"),
      .message = fields.text_or_empty("message")};
  if (const auto grace = fields.optional_integer<std::int64_t>("grace_microseconds"))
    attempt.grace = std::chrono::microseconds(*grace);
  return attempt;
}

void read_trial(const Json& json, const std::string& name, StudyContent& content) {
  const Fields fields(json, name);
  const auto number = fields.integer<TrialNumber>("trial");
  const Fields named(json, fmt::format("{}, trial {}", name, number));
  const bool is_reserved = !named.has("params");
  TrialRow row{.number = number,
               .state = is_reserved
                            ? TrialState::reserved
                            : named.one_of("state", std::array{TrialState::waiting, TrialState::running,
                                                               TrialState::finished, TrialState::failed}),
               .revision = named.integer<std::int64_t>("revision"),
               .params = is_reserved ? "" : named.at("params").dump(),
               .suggestion = named.has("suggestion") ? named.at("suggestion").dump() : "",
               .result = named.result(),
               .message = named.text_or_empty("message"),
               .num_attempts = named.integer<AttemptNumber>("attempts"),
               .holder = named.optional_integer<AttemptNumber>("holder"),
               .decider = named.optional_integer<AttemptNumber>("decider"),
               .lost = named.has("lost") && named.at("lost") == Json(true),
               .created = named.time("created"),
               .ended = named.optional_time("ended")};
  for (const Json& each : named.at("all_attempts")) {
    const Fields of_attempt(each, named.what() + ", an attempt");
    content.attempts.push_back(read_attempt(of_attempt, number));
    if (of_attempt.has("output") || of_attempt.has("errors"))
      content.outputs.push_back({number, content.attempts.back().number, of_attempt.text_or_empty("output"),
                                 of_attempt.text_or_empty("errors")});
  }
  if (named.has("warm")) {
    std::optional<std::string> bytes = parse_base64(named.text("warm"));
    if (!bytes) named.fail("warm", "it has to be bytes in base64");
    content.warm.push_back({number, *std::move(bytes)});
  }
  content.trials.push_back(std::move(row));
}

void check_trial(const StudyContent& content, const Space& space, const TrialRow& row,
                 const std::vector<const AttemptRow*>& attempts) {
  const auto require = [](bool holds, const char* rule) {
    if (!holds) throw InvalidArgument(rule);
  };
  require(row.number < content.study.next_number, "its number is above that of the next trial");
  require(row.revision <= content.study.revision, "its revision is above that of the study");
  require((row.state == TrialState::finished) == row.result.has_value(),
          "exactly a trial that has finished has a value");
  if (row.state != TrialState::reserved) parse_params(space, row.params);
  if (!row.suggestion.empty()) parse_suggestion(row.suggestion);
  const auto is_there = [&](const std::optional<AttemptNumber>& number) {
    return !number || std::any_of(attempts.begin(), attempts.end(),
                                  [&](const AttemptRow* attempt) { return attempt->number == *number; });
  };
  require(is_there(row.holder), "the attempt that holds it is missing");
  require((row.state == TrialState::running) <= row.holder.has_value(), "nobody holds it, but it is running");
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    require(attempts[i]->number < row.num_attempts, "it has more attempts than it says");
    require(i == 0 || attempts[i - 1]->number < attempts[i]->number, "its attempts are not in their order");
  }
}

}  // namespace

Json study_document(const StudyContent& content) {
  const StudyDefinition& definition = content.study.definition;
  const StudyOptions options = options_of(definition);
  TrialCache cache(std::make_shared<const Space>(options.space), options.direction, true);
  cache.take_in({.revision = content.study.revision, .trials = content.trials});
  const AttemptsOfTrials attempts = attempts_of(content);
  std::map<TrialNumber, const std::string*> warm;
  for (const WarmRow& row : content.warm) warm[row.trial] = &row.bytes;
  Json json = {{"format", format_name},
               {"version", format_version},
               {"study", definition.name},
               {"direction", direction_word(options.direction)},
               {"parameters", Json::parse(definition.space)},
               {"seed", definition.seed},
               {"simd", definition.simd},
               {"options", Json::parse(definition.options)},
               {"created", iso_time(content.study.created)},
               {"revision", content.study.revision},
               {"next_trial", content.study.next_number},
               {"notes", Json::object()},
               {"trials", Json::array()},
               {"reserved", Json::array()}};
  for (const NoteRow& note : content.notes) json["notes"][note.name] = note.text;
  OutputsOfAttempts outputs;
  for (const OutputRow& row : content.outputs) outputs[{row.trial, row.attempt}] = &row;
  for (const TrialRow& row : content.trials) {
    const auto found = attempts.find(row.number);
    const auto made = found == attempts.end() ? std::vector<const AttemptRow*>() : found->second;
    const auto kept = warm.find(row.number);
    const bool is_reserved = row.state == TrialState::reserved;
    Json trial =
        is_reserved
            ? Json{{"trial", row.number}, {"attempts", row.num_attempts}, {"created", iso_time(row.created)}}
            : trial_json(options.space, *cache.record(row.number), deciding(row, made));
    add_the_rest(trial, row, made, outputs, kept == warm.end() ? nullptr : kept->second);
    json[is_reserved ? "reserved" : "trials"].push_back(std::move(trial));
  }
  return json;
}

bool is_study_document(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return false;
  constexpr std::string_view key = "\"format\"";
  if (trimmed(text.substr(1)).starts_with(key)) return true;
  // Other programs write the keys in another order.
  const std::string value = fmt::format("\"{}\"", format_name);
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    std::string_view rest = trimmed(text.substr(at + key.size()));
    if (rest.starts_with(':') && trimmed(rest.substr(1)).starts_with(value)) return true;
  }
  return false;
}

StudyContent parse_study_document(std::string_view text, const std::string& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    throw InvalidArgument(fmt::format("{}: this is not JSON: {}", name, error.what()));
  }
  const Fields fields(json, name);
  if (fields.text("format") != format_name)
    fields.fail("format", fmt::format("it has to be '{}'", format_name));
  if (const int version = fields.integer<int>("version"); version != format_version)
    fields.fail("version",
                fmt::format("it is {}, but this craggy knows {} only; use the craggy that wrote it", version,
                            format_version));
  StudyContent content;
  const std::string direction = fields.text("direction");
  if (direction != direction_word(Direction::minimise) && direction != direction_word(Direction::maximise))
    fields.fail("direction", "it has to be minimize or maximize");
  content.study.definition = {
      .name = fields.text("study"),
      .direction = std::string(name_of(
          direction == direction_word(Direction::minimise) ? Direction::minimise : Direction::maximise)),
      .space = fields.at("parameters").dump(),
      .options = fields.at("options").dump(),
      .seed = fields.integer<std::uint64_t>("seed"),
      .simd = fields.text("simd")};
  content.study.created = fields.time("created");
  content.study.revision = fields.integer<std::int64_t>("revision");
  content.study.next_number = fields.integer<TrialNumber>("next_trial");
  for (const char* key : {"trials", "reserved"})
    for (const Json& each : fields.at(key)) read_trial(each, name, content);
  if (fields.has("notes"))
    for (const auto& [note, its_text] : Fields(fields.at("notes"), name + ", 'notes'").texts())
      content.notes.push_back({note, its_text});
  std::sort(content.trials.begin(), content.trials.end(),
            [](const TrialRow& a, const TrialRow& b) { return a.number < b.number; });
  try {
    check_content(content);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", name, error.what()));
  }
  return content;
}

void check_content(const StudyContent& content) {
  const StudyOptions options = options_of(content.study.definition);
  const AttemptsOfTrials attempts = attempts_of(content);
  const auto twice =
      std::adjacent_find(content.trials.begin(), content.trials.end(),
                         [](const TrialRow& a, const TrialRow& b) { return a.number == b.number; });
  if (twice != content.trials.end())
    throw InvalidArgument(fmt::format("trial {} is there twice", twice->number));
  for (const TrialRow& row : content.trials) {
    const auto found = attempts.find(row.number);
    try {
      check_trial(content, options.space, row,
                  found == attempts.end() ? std::vector<const AttemptRow*>() : found->second);
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(fmt::format("trial {}: {}", row.number, error.what()));
    }
  }
}

}  // namespace craggy::runs
