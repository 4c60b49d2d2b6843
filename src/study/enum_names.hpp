// The names of the directions of a study.
#pragma once

#include <array>

#include <craggy/study/options.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<Direction>, 2> names_of(Direction /*any*/) {
  return {{{Direction::minimise, "minimise", "minimize"}, {Direction::maximise, "maximise", "maximize"}}};
}

}  // namespace craggy
