// What people type who know another optimiser, or another word: so that an error can say what it is here.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace craggy::cli {

/// "did you mean 'show'?", or a sentence; "" if nothing is near. `known` are the commands, or the options of
/// one (with their dashes).
std::string command_meant_by(std::string_view word, std::span<const std::string> known);
std::string option_meant_by(std::string_view word, std::span<const std::string> known);

/// The option, without dashes, that another word stands for; "" if it is none.
std::string_view usual_option(std::string_view word);

}  // namespace craggy::cli
