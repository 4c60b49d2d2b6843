// The names of the reasons why a fit ends.
#pragma once

#include <array>

#include <craggy/inference/fit.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<StopReason>, 4> names_of(StopReason /*any*/) {
  return {{{StopReason::completed, "completed"},
           {StopReason::converged, "converged"},
           {StopReason::work_spent, "work_spent"},
           {StopReason::time_spent, "time_spent"}}};
}

}  // namespace craggy
