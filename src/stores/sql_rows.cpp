#include "stores/sql_rows.hpp"

#include <array>
#include <charconv>
#include <utility>

#include <craggy/stores/store.hpp>

#include "stores/number_list.hpp"

namespace craggy::stores {
namespace {

[[noreturn]] void fail_row() { throw StoreError("the store holds a row that craggy cannot have written"); }

// Reads the values of a row one after the other.
class RowReader {
 public:
  explicit RowReader(const SqlRow& row) : row_(row) {}

  std::int64_t integer() { return to_integer(next()); }

  std::uint32_t number() { return to_number(integer()); }

  std::optional<std::uint32_t> optional_number_of_attempt() {
    const auto integer = optional_integer<std::int64_t>();
    return integer ? std::optional(to_number(*integer)) : std::nullopt;
  }

  template <class Integer>
  std::optional<Integer> optional_integer() {
    const SqlValue& value = next();
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    return static_cast<Integer>(to_integer(value));
  }

  std::optional<double> optional_number() {
    const SqlValue& value = next();
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    if (const auto* number = std::get_if<double>(&value)) return *number;
    return static_cast<double>(to_integer(value));  // what somebody wrote by hand
  }

  std::optional<std::string> optional_text() {
    const SqlValue& value = next();
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    fail_row();
  }

  std::string text() {
    std::optional<std::string> value = optional_text();
    if (!value) fail_row();
    return std::move(*value);
  }

  Timestamp time() { return Timestamp(std::chrono::microseconds(integer())); }

  std::optional<Timestamp> optional_time() {
    const auto count = optional_integer<std::int64_t>();
    if (!count) return std::nullopt;
    return Timestamp(std::chrono::microseconds(*count));
  }

  std::optional<Result> result() {
    const std::optional<double> value = optional_number();
    const std::optional<std::string> constraints = optional_text();
    const std::optional<double> noise = optional_number();
    if (!value) return std::nullopt;
    return Result{*value, constraints ? parse_list(*constraints) : std::vector<double>(), noise};
  }

  template <class Enum, std::size_t count>
  Enum one_of(const std::array<Enum, count>& values) {
    const std::string name = text();
    for (const Enum each : values)
      if (name == name_of(each)) return each;
    fail_row();
  }

 private:
  const SqlValue& next() {
    if (position_ >= row_.size()) fail_row();
    return row_[position_++];
  }

  const SqlRow& row_;
  std::size_t position_ = 0;
};

}  // namespace

std::int64_t to_integer(const SqlValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  fail_row();
}

std::uint32_t to_number(std::int64_t integer) {
  if (!std::in_range<std::uint32_t>(integer)) fail_row();
  return static_cast<std::uint32_t>(integer);
}

std::string to_bytes(const SqlValue& value) {
  if (const auto* blob = std::get_if<Blob>(&value)) return blob->bytes;
  fail_row();
}

std::string to_text(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  fail_row();
}

StudyRow to_study(const SqlRow& row) {
  RowReader reader(row);
  StudyRow study;
  study.id = reader.integer();
  study.definition.name = reader.text();
  study.definition.direction = reader.text();
  study.definition.space = reader.text();
  study.definition.options = reader.text();
  const std::string seed = reader.text();
  const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), study.definition.seed);
  if (error != std::errc() || end != seed.data() + seed.size()) fail_row();
  study.definition.simd = reader.text();
  study.created = reader.time();
  study.revision = reader.integer();
  study.next_number = reader.number();
  return study;
}

TrialRow to_trial(const SqlRow& row) {
  RowReader reader(row);
  TrialRow trial;
  trial.number = reader.number();
  trial.state = reader.one_of(std::array{TrialState::reserved, TrialState::waiting, TrialState::running,
                                         TrialState::finished, TrialState::failed});
  trial.params = reader.text();
  trial.suggestion = reader.text();
  trial.result = reader.result();
  trial.message = reader.text();
  trial.num_attempts = reader.number();
  trial.holder = reader.optional_number_of_attempt();
  trial.decider = reader.optional_number_of_attempt();
  trial.lost = reader.integer() != 0;
  trial.created = reader.time();
  trial.ended = reader.optional_time();
  trial.revision = reader.integer();
  return trial;
}

AttemptRow to_attempt(const SqlRow& row) {
  RowReader reader(row);
  AttemptRow attempt;
  attempt.trial = reader.number();
  attempt.number = reader.number();
  attempt.worker.name = reader.text();
  attempt.worker.host = reader.text();
  attempt.worker.machine = reader.text();
  attempt.worker.process = reader.integer();
  attempt.worker.process_start = reader.integer();
  attempt.started = reader.time();
  attempt.heartbeat = reader.time();
  if (const auto grace = reader.optional_integer<std::int64_t>())
    attempt.grace = std::chrono::microseconds(*grace);
  attempt.outcome =
      reader.one_of(std::array{AttemptOutcome::open, AttemptOutcome::finished, AttemptOutcome::failed,
                               AttemptOutcome::released, AttemptOutcome::lost});
  attempt.ended = reader.optional_time();
  attempt.result = reader.result();
  attempt.exit_code = reader.optional_integer<int>();
  attempt.message = reader.text();
  return attempt;
}

SqlValue sql(const std::optional<double>& number) {
  if (number) return *number;
  return std::monostate();
}

SqlValue sql(Timestamp time) { return std::int64_t{time.time_since_epoch().count()}; }

SqlValue sql(const std::optional<Timestamp>& time) {
  if (time) return sql(*time);
  return std::monostate();
}

SqlValue sql(const std::optional<std::chrono::microseconds>& duration) {
  if (duration) return std::int64_t{duration->count()};
  return std::monostate();
}

SqlValue sql_value(const std::optional<Result>& result) {
  if (result) return result->value;
  return std::monostate();
}

SqlValue sql_constraints(const std::optional<Result>& result) {
  if (result && !result->constraints.empty()) return to_list(result->constraints);
  return std::monostate();
}

SqlValue sql_noise(const std::optional<Result>& result) {
  return result ? sql(result->noise) : SqlValue(std::monostate());
}

}  // namespace craggy::stores
