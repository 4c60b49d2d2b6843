// How to evaluate the point of a trial once more, by hand.
#pragma once

#include <string>

#include <craggy/study/study_view.hpp>

namespace craggy::cli {

/// A line to paste into a shell, every word quoted where it has to be. Where the study remembers its command:
/// that command with its placeholders filled in, behind the variables that it had. Else, or if what is
/// remembered is no command for these parameters, the `craggy enqueue` that makes the point the next trial.
std::string again_line(const StudyView& view, const TrialRecord& record, const std::string& store);

/// What the line cannot know, as a sentence: files that templates are filled into, secrets. "" if there is
/// nothing of that kind.
std::string again_note(const StudyView& view);

}  // namespace craggy::cli
