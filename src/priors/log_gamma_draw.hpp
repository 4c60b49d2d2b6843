// The logarithm of a Gamma(shape, 1) draw, which stays finite where the draw itself would underflow.
#pragma once

#include <cmath>

#include "base/random.hpp"

namespace craggy {

inline double log_gamma_draw(RandomStream& stream, double shape) {
  if (shape >= 1.0) return std::log(stream.gamma(shape));
  // Gamma(a) = Gamma(a + 1)·U^(1/a) [MarsagliaTsang2000, section 6]; a small `a` makes the power underflow.
  const double log_boosted = std::log(stream.gamma(shape + 1.0));
  return log_boosted + std::log(stream.uniform()) / shape;
}

}  // namespace craggy
