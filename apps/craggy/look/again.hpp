// How to evaluate the point of a trial once more, by hand.
#pragma once

#include <string>
#include <vector>

#include <craggy/study/study_view.hpp>

namespace craggy::cli {

/// A line to paste into a shell: the variables that the command of the trial had, and the command with its
/// placeholders filled in, every word quoted where it has to be. `command` are its words, {lr} for a
/// parameter. Without them "COMMAND" stands there.
std::string again_line(const StudyView& view, const TrialRecord& record,
                       const std::vector<std::string>& command = {});

/// The command that the study ran last; nothing where none is known.
std::vector<std::string> last_command(const StudyView& view);

}  // namespace craggy::cli
