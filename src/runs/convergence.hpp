// Whether the model of a study still expects to find something better.
#pragma once

#include <craggy/study/study_view.hpp>

namespace craggy::runs {

/// Whether the last four suggestions were neither expected to improve the best value by `least`, in units of
/// the objective, nor did. So each of the models that take turns in the shipped default has to agree, and a
/// surprise is followed up. Points that no model chose, as those of the initial design, do not count. Models
/// that have seen little are too sure of it: five trials have to have finished for each parameter, and five
/// more.
bool has_converged(const StudyView& study, double least);

}  // namespace craggy::runs
