// The names of what becomes of lost trials.
#pragma once

#include <array>

#include <craggy/stores/store.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<OnLost>, 2> names_of(OnLost /*any*/) {
  return {{{OnLost::retry, "retry"}, {OnLost::fail, "fail"}}};
}

}  // namespace craggy
