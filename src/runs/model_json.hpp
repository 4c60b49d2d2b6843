// What a study's surrogate believes, as JSON: for `craggy posterior STUDY`, the report and the server.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <craggy/study/study_model.hpp>
#include <craggy/study/study_view.hpp>

#include "runs/json.hpp"

namespace craggy::runs {

/// Which model it is, what it has seen and how its fit went. `warm_from` is the trial whose warm state the
/// fit began with.
Json model_json(const StudyModel& model, std::optional<TrialNumber> warm_from);

/// The models that take turns: [{"name", "summary"}].
Json models_json(const StudyOptions& options);

/// One object per point: "params", "mean", "sd", "lower", "median", "upper" (quantiles of 2.5, 50 and 97.5
/// %), and what it would be worth to evaluate it: "acquisition", "feasible", "success".
Json points_json(const StudyModel& model, const std::vector<std::vector<double>>& points);

/// As arrays along the parameter: "values", which are those of "parameter", and what points_json has of each.
Json slice_json(const StudyModel& model, const StudyModel::Slice& slice);

/// "rows" and "columns", values of the two parameters, and "mean", "sd" and "acquisition" as arrays of rows;
/// null where one of the parameters is inactive.
Json grid_json(const StudyModel& model, const StudyModel::Grid& grid);

Json ignored_json(const std::vector<StudyModel::IgnoredDetail>& details);
Json left_out_json(const std::vector<StudyModel::LeftOut>& left_out);
Json importance_json(const std::vector<StudyModel::Importance>& importance);

/// How well the others predict each observation.
struct Calibration {
  std::size_t num_observations = 0;
  double covered = 0.0;           // share of observations within their central 95 %
  double covered_half = 0.0;      // within their central half
  double rank_correlation = 0.0;  // of predicted and observed values; 0 of fewer than two
  double mean_log_density = 0.0;  // of the observed values
};
Calibration calibration_of(const std::vector<StudyModel::LeftOut>& left_out);
Json calibration_json(const Calibration& calibration);

}  // namespace craggy::runs
