// What the commands that look at a study share: which study, which of its models, at which point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/study/study_model.hpp>
#include <craggy/study/study_view.hpp>

#include "context.hpp"

namespace craggy::cli {

/// The study of that name, or the newest one for "". Throws InvalidArgument if there is none.
StudyView open_study(const std::string& name, const std::string& url, const Context& context);

/// Throws InvalidArgument, which calls the number `name`, if there is no such trial with parameters.
TrialRecord find_trial(const StudyView& view, TrialNumber number, std::string_view name = "TRIAL");

/// A model of a study, fitted from where the chains of its latest suggestion ended: as that of the next
/// suggestion, and the same each time as long as nothing is told.
struct FittedModel {
  StudyModel model;
  std::optional<TrialNumber> warm_from;  // the trial of that suggestion
};

/// `name` as in StudyModel::models; "": the one whose turn is next.
FittedModel fit_model(const StudyView& view, const std::string& name, std::uint64_t num_threads,
                      const std::stop_token& stop);
FittedModel fit_model(const StudyView& view, const std::string& name, std::uint64_t num_threads,
                      const Context& context);

/// "the latent model from 50 finished trials, begun where trial 59 left off".
std::string said_of(const FittedModel& fitted);

/// The point that a look is through unless another one is asked for: that of the best trial, or else the
/// middle of the space.
std::vector<double> usual_point(const StudyView& view);

/// "best", the number of a trial, or "lr=0.01,opt=sgd": then what is not said is as in `usual_point`. Throws
/// InvalidArgument.
std::vector<double> point_from(const StudyView& view, std::string_view text);

}  // namespace craggy::cli
