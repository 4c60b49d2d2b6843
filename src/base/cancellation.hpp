// Cancellation: long work asks now and then whether somebody wants it to stop.
#pragma once

#include <stop_token>

#include <craggy/base/error.hpp>

namespace craggy {

inline void throw_if_stopped(const std::stop_token& token) {
  if (token.stop_requested()) throw Cancelled();
}

}  // namespace craggy
