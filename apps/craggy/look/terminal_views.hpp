// What a study's surrogate believes, drawn with characters.
#pragma once

#include <string>
#include <vector>

#include <craggy/study/study_model.hpp>

#include "terminal.hpp"

namespace craggy::cli {

/// The mean along one parameter within its band of 95 %; choices as one bar each.
std::string slice_text(const StudyModel& model, const std::string& parameter,
                       const std::vector<double>& through, const Terminal& terminal);

/// A bar per observation: how far it is from what is believed there; those that stand out are marked.
std::string ignored_text(const StudyModel& model, const Terminal& terminal);

/// A bar per parameter, the most important first.
std::string importance_text(const StudyModel& model, const Terminal& terminal);

}  // namespace craggy::cli
