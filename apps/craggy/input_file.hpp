// Files that a command is given to read.
#pragma once

#include <string>

namespace craggy::cli {

/// The whole file, or standard input for "-". Throws InvalidArgument, in which the file is called `what`, if
/// it cannot be read.
std::string read_input(const std::string& what, const std::string& path);

}  // namespace craggy::cli
