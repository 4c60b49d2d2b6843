// Completion of commands, options and their values, as a script for each shell.
#pragma once

#include <string>
#include <string_view>

#include "option_parser.hpp"

namespace craggy::cli {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

/// The text in single quotes, as bash and zsh read it.
std::string shell_quoted(std::string_view text);

/// The first sentence of an option's help, without its default.
std::string first_sentence(std::string_view help);

/// Whether a value goes by this placeholder that is the name of a file or folder, or may be one.
bool names_file(std::string_view placeholder);

/// Whether the value is the name of a study that exists.
bool names_study(const OptionDescription& option);
bool names_study(const ArgumentDescription& argument);

}  // namespace craggy::cli
