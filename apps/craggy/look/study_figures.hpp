// Pictures of a study, one function each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <craggy/study/study_model.hpp>
#include <craggy/study/study_view.hpp>

#include "charts/plot.hpp"
#include "look/look.hpp"

namespace craggy::cli {

/// All values, what failed or broke a constraint, and the best so far.
charts::Figure history_figure(const StudyView& view);

/// What the model believes along each parameter through `through`, with the observations, and below what an
/// evaluation would be worth.
charts::Figure slices_figure(const StudyView& view, const FittedModel& fitted,
                             const std::vector<std::string>& parameters, const std::vector<double>& through);

/// The posterior mean over two parameters, and its standard deviation beside it.
charts::Figure contour_figure(const StudyView& view, const FittedModel& fitted, const std::string& across,
                              const std::string& up, const std::vector<double>& through);

/// What the model ignores: how far each observation is from what is believed there.
charts::Figure ignored_figure(const StudyView& view, const FittedModel& fitted);

/// Which parameters matter.
charts::Figure importance_figure(const StudyView& view, const FittedModel& fitted);

/// Each observation as the others predict it.
charts::Figure calibration_figure(const StudyView& view, const FittedModel& fitted);

/// A line per trial through its parameters, coloured by how good it was.
charts::Figure parallel_figure(const StudyView& view);

/// Which worker evaluated what, and when.
charts::Figure timeline_figure(const StudyView& view);

/// Parameters by what they account for, the most important first.
std::vector<std::string> by_importance(const StudyModel& model);

}  // namespace craggy::cli
