// Studies, trials and best points as JSON: the one place that the command line, the report, the server and
// Python take it from. docs/json.md describes it for people, docs/schema.json for programs. Keys are only
// ever added. Numbers are plain, those that are not finite are null.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

#include <craggy/base/result.hpp>
#include <craggy/linalg/types.hpp>
#include <craggy/runs/runner.hpp>
#include <craggy/study/study_view.hpp>

namespace craggy::runs {

/// Fields in the order in which they were written.
using Json = nlohmann::ordered_json;

/// "schema" of a document about a study. It grows when a key changes its meaning, not when one is added.
inline constexpr int schema_version = 2;

Json json_number(double value);
Json json_numbers(std::span<const double> values);
Json json_numbers(const Vector& values);

/// The active parameters and their values: {"lr": 0.001, "opt": "adam"}.
Json params_json(const Space& space, const std::vector<double>& values);

/// Adds "value", and "constraints" and "noise" where there are any.
void add_result(Json& json, double value, const std::vector<double>& constraints,
                const std::optional<double>& noise);

/// {"finished", "failed", "infeasible", "running", "waiting"}.
Json counts_json(const TrialCounts& counts);

/// Adds "counts", and the same keys beside it, as in schema 1: deprecated.
void add_counts(Json& json, const TrialCounts& counts);

/// {"trial", "params", "value"}, or null.
Json best_json(const Space& space, const std::optional<TrialRecord>& best);

/// As best_json, with the posterior mean and standard deviation; null without noise.
Json recommended_json(const Space& space, const std::optional<RecommendedTrial>& recommended);

/// What is known of a trial and of the attempt that decided it (null: none was made).
Json trial_json(const Space& space, const TrialRecord& record, const AttemptRow* attempt);
Json trials_json(const StudyView& view);
Json trials_json(const StudyView& view, const std::vector<TrialRecord>& records);

Json attempt_json(const AttemptRow& attempt);

/// What came of a trial just now, as a line of `craggy run --jsonl`.
Json outcome_json(const Trial& trial, const Outcome& outcome);

/// Adds what was expected of a point: "model", "mean", "sd", "acquisition", "success", "feasible",
/// "improvement".
void add_expectation(Json& json, const Reason& reason);

/// What a suggestion or a model learned from where that was not everything.
Json active_json(const ActiveData& active);

/// Why a point was chosen: {"sentence"}, and what was expected of it where that was stored.
Json reason_json(const StudyView& view, const TrialRecord& record);

/// Everything about one trial: trial_json, what the model said of it, and all attempts.
Json trial_view_json(const StudyView& view, const TrialRecord& record);

/// A line about a study, as in a list.
Json summary_json(const StudySummary& summary);

/// A study without its trials.
Json study_head_json(const StudyView& view, const std::optional<RecommendedTrial>& recommended);

/// A study with all its trials, and the verdicts on it.
Json study_json(const StudyView& view, const std::optional<RecommendedTrial>& recommended);

/// Adds why a run ended: "stopped", the same in a sentence as "why", and "interrupted".
void add_end(Json& json, RunEnd end, const std::string& why);

}  // namespace craggy::runs
