// The names of what may become of the latent input of a new point.
#pragma once

#include <array>

#include <craggy/posterior/posterior.hpp>

#include "base/enum_names.hpp"

namespace craggy {

constexpr std::array<Named<NewLatent>, 2> names_of(NewLatent /*any*/) {
  return {{{NewLatent::collapsed, "collapsed"}, {NewLatent::marginalised, "marginalised"}}};
}

}  // namespace craggy
