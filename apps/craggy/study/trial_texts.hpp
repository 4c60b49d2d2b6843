// Trials as text and JSON, the same in every command that shows some.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <craggy/execution/run_trial.hpp>
#include <craggy/study/study.hpp>

#include "json_output.hpp"

namespace craggy::cli {

/// The active parameters and their values: {"lr": 0.001, "opt": "adam"}.
Json params_json(const Space& space, const std::vector<double>& values);

/// "lr=0.001, opt=adam".
std::string params_line(const Space& space, const std::vector<double>& values);

/// Everything that is known of a trial.
Json trial_json(const Space& space, const TrialRecord& record);

/// A line of --jsonl.
Json outcome_json(const Trial& trial, const execution::Outcome& outcome, bool again);

/// What a shell has to be told to store a result: "craggy tell --store URL STUDY TRIAL VALUE".
std::string tell_command(const std::string& store, const std::string& study, TrialNumber number,
                         const Result& result);

/// {"trial", "params", "value"}, or null.
Json best_json(const Space& space, const std::optional<TrialRecord>& best);

/// The first line of a failure's message, harmless to print.
std::string reason_of(const std::string& message);

/// Titles and rows: number, state, value, parameters; at most `limit` of the records.
std::string trial_table(const Study& study, const std::vector<TrialRecord>& records, std::size_t width);

/// The best `count` finished trials, best first.
std::vector<TrialRecord> best_trials(const Study& study, std::size_t count);

/// Why trials failed and how often, the most frequent reason first.
std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records);

/// "2026-11-16 08:15:00 UTC".
std::string time_text(Timestamp time);

}  // namespace craggy::cli
