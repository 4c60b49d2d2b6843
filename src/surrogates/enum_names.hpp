// The names of what options of surrogates can be.
#pragma once

#include <array>

#include <craggy/surrogates/registry.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<Amplitude>, 2> names_of(Amplitude /*any*/) {
  return {{{Amplitude::unit, "unit"}, {Amplitude::sampled, "sampled"}}};
}

}  // namespace craggy
