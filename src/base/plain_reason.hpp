// What went wrong, in words for whoever uses a program, also where the standard library or another one says
// it.
#pragma once

#include <exception>
#include <string>

namespace craggy {

/// The message of one of our own errors as it is. Of others: that memory or threads are used up, what the
/// system said of which file, or that craggy itself has a fault, with what the library said.
std::string plain_reason(const std::exception& error);

}  // namespace craggy
