// Whether the system can start a program, as far as its file tells before it is tried.
#pragma once

#include <string>

namespace craggy::execution {

/// Why it cannot, and what would help, as "it is neither a program of this system nor a script, …"; "" if
/// nothing speaks against it. `path` is that of an executable file.
std::string reason_not_to_start(const std::string& path);

}  // namespace craggy::execution
