// Rows of the tables as records, and back.
#pragma once

#include <string_view>

#include "stores/sql_connection.hpp"

namespace craggy::stores {

// The columns of a SELECT, in the order in which the functions below read them.
inline constexpr std::string_view study_columns =
    "id, name, direction, space, options, seed, simd, created, revision, next_number";
inline constexpr std::string_view trial_columns =
    "number, state, params, suggestion, value, constraints, noise, message, num_attempts, holder, decider, "
    "lost, created, ended, revision";
inline constexpr std::string_view attempt_columns =
    "trial, number, worker, host, machine, process, process_start, started, heartbeat, grace, outcome, "
    "ended, value, constraints, noise, exit_code, message";

// Each throws StoreError for a row that no craggy has written.
StudyRow to_study(const SqlRow& row);
TrialRow to_trial(const SqlRow& row);
AttemptRow to_attempt(const SqlRow& row);
std::int64_t to_integer(const SqlValue& value);
std::uint32_t to_number(std::int64_t integer);  // of a trial or an attempt
std::string to_bytes(const SqlValue& value);
std::string to_text(const SqlValue& value);

inline SqlValue sql(std::string_view text) { return std::string(text); }
inline SqlValue sql(std::int64_t number) { return number; }
SqlValue sql(const std::optional<double>& number);
SqlValue sql(Timestamp time);

template <class Integer>
SqlValue sql(const std::optional<Integer>& number) {
  if (number) return static_cast<std::int64_t>(*number);
  return std::monostate();
}
SqlValue sql(const std::optional<Timestamp>& time);
SqlValue sql(const std::optional<std::chrono::microseconds>& duration);
SqlValue sql_value(const std::optional<Result>& result);
SqlValue sql_constraints(const std::optional<Result>& result);
SqlValue sql_noise(const std::optional<Result>& result);

}  // namespace craggy::stores
