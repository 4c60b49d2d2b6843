// The check of targets that are probabilities, shared by the adaptations.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy {

/// Throws InvalidArgument unless 0 < value < 1.
inline double check_probability(std::string_view name, double value) {
  if (!(value > 0.0 && value < 1.0))
    fail_argument(name, fmt::format("{}", value), "it has to be between 0 and 1");
  return value;
}

}  // namespace craggy
