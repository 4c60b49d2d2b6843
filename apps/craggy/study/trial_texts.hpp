// Trials as text for a terminal, the same in every command that shows some; their JSON is that of
// runs/json.hpp.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

#include "context.hpp"
#include "execution/run_trial.hpp"
#include "json_output.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {

using runs::best_json;
using runs::failure_counts;
using runs::outcome_json;
using runs::params_json;
using runs::reason_of;
using runs::recommended_json;

/// "lr=0.001, opt=adam", with every digit that it takes to evaluate the same point again.
std::string params_line(const Space& space, const std::vector<double>& values);
/// The same with six digits, for people.
std::string short_params_line(const Space& space, const std::vector<double>& values);

/// A value with every digit, harmless to print.
std::string exact_value(const Parameter& parameter, double code);

/// What a shell has to be told to store a result: "craggy tell --store URL STUDY TRIAL VALUE".
std::string tell_command(const std::string& store, const std::string& study, TrialNumber number,
                         const Result& result);

std::string recommended_text(const RecommendedTrial& recommended);

/// Where a model cannot tell, that is a note on `context.err`. Throws Cancelled if stopped.
std::optional<RecommendedTrial> find_recommended(const Study& study, const Context& context,
                                                 const std::stop_token& stop);
std::optional<RecommendedTrial> find_recommended(const StudyView& view, const Context& context,
                                                 const std::stop_token& stop);

/// Titles and rows: number, state, value, parameters.
std::string trial_table(const Space& space, const std::vector<TrialRecord>& records, std::size_t width);
inline std::string trial_table(const Study& study, const std::vector<TrialRecord>& records,
                               std::size_t width) {
  return trial_table(study.space(), records, width);
}

/// Of a study those of runs/ranking.hpp.
std::vector<TrialRecord> best_trials(const Study& study, std::size_t count);
std::vector<TrialRecord> least_infeasible_trials(const Study& study, std::size_t count);

/// "-1, 0.25", with every digit.
std::string numbers_line(const std::vector<double>& numbers);

}  // namespace craggy::cli
