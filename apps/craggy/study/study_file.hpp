// study.toml: the options of a study and its run in a file, as they would stand on the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "option_parser.hpp"

namespace craggy::cli {

struct StudyFile {
  std::string path;
  std::string name;                     // of the study; among the arguments, too
  std::vector<std::string> arguments;   // "--trials", "50", …
  std::vector<std::string> parameters;  // "lr=log(1e-5,1e-1)", in the order of the file
  std::vector<std::string> command;
};

/// Keys are the names of options without their dashes, with _ for -; `name`, `direction`, `command` and the
/// table `parameters` besides. Throws InvalidArgument, with the file, the line and a guess, for anything
/// else.
StudyFile parse_study_file(std::string_view text, const std::string& path,
                           const std::vector<OptionDescription>& options);

/// "-" is the standard input. Throws InvalidArgument if the file cannot be read.
StudyFile read_study_file(const std::string& path, const std::vector<OptionDescription>& options);

}  // namespace craggy::cli
