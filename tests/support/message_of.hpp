// The message of the exception that a call throws, so that tests can compare it as text.
#pragma once

#include <functional>
#include <string>

#include <craggy/base/error.hpp>

namespace craggy::testing {

template <class Exception = InvalidArgument>
std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return "(no error)";
}

inline std::string error_of(const std::function<void()>& call) { return message_of<Error>(call); }

}  // namespace craggy::testing
