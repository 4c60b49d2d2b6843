// Trials as text and JSON, the same in every command that shows some.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study.hpp>

#include "context.hpp"
#include "execution/run_trial.hpp"
#include "json_output.hpp"

namespace craggy::cli {

/// The active parameters and their values: {"lr": 0.001, "opt": "adam"}.
Json params_json(const Space& space, const std::vector<double>& values);

/// "lr=0.001, opt=adam", with every digit that it takes to evaluate the same point again.
std::string params_line(const Space& space, const std::vector<double>& values);

/// A value with every digit, harmless to print.
std::string exact_value(const Parameter& parameter, double code);

/// Of each trial that was handed out: the attempt that gave its result, or else the latest.
std::map<TrialNumber, AttemptRow> deciding_attempts(const Study& study);

/// What chose the parameters: a surrogate, or "initial design"; "" for a point from outside.
std::string model_of(const TrialRecord& record);

/// How long an attempt took, once it has ended.
std::optional<double> seconds_of(const AttemptRow& attempt);

/// What is known of a trial and of the attempt that decided it (null: none was made).
Json trial_json(const Space& space, const TrialRecord& record, const AttemptRow* attempt);
Json trials_json(const Study& study);

/// A line of --jsonl.
Json outcome_json(const Trial& trial, const execution::Outcome& outcome);

/// What a shell has to be told to store a result: "craggy tell --store URL STUDY TRIAL VALUE".
std::string tell_command(const std::string& store, const std::string& study, TrialNumber number,
                         const Result& result);

/// {"trial", "params", "value"}, or null.
Json best_json(const Space& space, const std::optional<TrialRecord>& best);

/// As best_json, with the posterior mean; null without noise.
Json recommended_json(const Space& space, const std::optional<RecommendedTrial>& recommended);
std::string recommended_text(const RecommendedTrial& recommended);

/// Where a model cannot tell, that is a note on `context.err`. Throws Cancelled if stopped.
std::optional<RecommendedTrial> find_recommended(const Study& study, const Context& context,
                                                 const std::stop_token& stop);

/// Why a trial failed, on one line and harmless to print: the first line of the message, and the last one of
/// what the command wrote to standard error.
std::string reason_of(const std::string& message);
std::string reason_of(const execution::Outcome& outcome);

/// Titles and rows: number, state, value, parameters; at most `limit` of the records.
std::string trial_table(const Study& study, const std::vector<TrialRecord>& records, std::size_t width);

/// The best `count` finished trials, best first.
std::vector<TrialRecord> best_trials(const Study& study, std::size_t count);

/// The `count` finished trials whose constraints are broken, by the sum of what they are above 0; least
/// first.
std::vector<TrialRecord> least_infeasible_trials(const Study& study, std::size_t count);

/// "-1, 0.25", with every digit.
std::string numbers_line(const std::vector<double>& numbers);

/// Why trials failed and how often, the most frequent reason first.
std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records);

/// "2026-11-16 08:15:00 UTC", for people.
std::string time_text(Timestamp time);

/// "2026-11-16T08:15:00.250000Z", for programs.
std::string iso_time(Timestamp time);

}  // namespace craggy::cli
