// The names of the engine's choices.
#pragma once

#include <array>

#include <craggy/engine/latent_scale.hpp>
#include <craggy/engine/options.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<LatentScaleRule>, 4> names_of(LatentScaleRule /*any*/) {
  return {{{LatentScaleRule::drawn, "drawn", "hierarchical"},
           {LatentScaleRule::rotated, "rotated"},
           {LatentScaleRule::averaged, "averaged"},
           {LatentScaleRule::inferred, "inferred"}}};
}

constexpr std::array<Named<Incumbent>, 2> names_of(Incumbent /*any*/) {
  return {{{Incumbent::best_value, "best_value", "value"}, {Incumbent::best_mean, "best_mean", "mean"}}};
}

}  // namespace craggy
