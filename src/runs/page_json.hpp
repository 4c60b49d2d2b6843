// What the report and the dashboard show of a study, as JSON: the study with more about each trial, what has
// changed since a revision, and what a model believes. Nothing here is computed a second time: it is all from
// StudyView and StudyModel, in the words of runs/json.hpp and runs/model_json.hpp. docs/json.md describes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/model_json.hpp"

namespace craggy::runs {

/// The note (StudyView::note) with what people have written about a study.
inline constexpr const char* remarks_note = "remarks";

/// study_json with its "revision", its "models" and "verdicts", and with "suggest_seconds" and, of a trial
/// that a model chose, "expected" in each trial; "remarks" if there are any. No "recommended": that takes a
/// fit.
Json page_json(const StudyView& view);

/// As page_json, of what may have changed since `revision`: without parameters and settings, and with those
/// trials only that have changed.
Json changes_json(const StudyView& view, std::int64_t revision);

/// trial_view_json with the end of what each attempt has printed, at most so many bytes of "output" and of
/// "errors".
Json trial_page_json(const StudyView& view, const TrialRecord& record, std::size_t most_printed);

/// Which study and which model: what each document about a model begins with.
Json posterior_json(const StudyView& view, const StudyModel& model, std::optional<TrialNumber> warm_from);

/// Adds "importance", "ignored", "leave_one_out" and "calibration".
void add_overview(Json& json, const StudyModel& model, const std::stop_token& stop = {});

/// Adds "slices", one for each parameter, and "through", the point that they go through.
void add_slices(Json& json, const StudyModel& model, const std::vector<double>& through,
                std::size_t num_values, const std::stop_token& stop = {});

/// What the study would suggest next, or why there is nothing ("none"): a preview, which nobody evaluates. It
/// is not computed where the latest suggestion took more than so many seconds.
Json next_json(const StudyView& view, double most_seconds, std::size_t num_threads,
               const std::stop_token& stop = {});

/// The parameters by the share of the variance that they account for, the largest first.
std::vector<std::string> by_importance(const Json& importance);

/// The same with numbers of so many significant digits, of a document that is only to be looked at.
Json shortened(const Json& json, int digits);

}  // namespace craggy::runs
