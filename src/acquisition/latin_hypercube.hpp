// Random points that are even in each coordinate.
#pragma once

#include <craggy/linalg/types.hpp>

#include "base/random.hpp"

namespace craggy {

/// A Latin hypercube: each coordinate (row of X) visits every one of as many equal intervals as there are
/// samples (columns).
void sample_latin_hypercube(RandomStream& stream, MatrixRef X);

}  // namespace craggy
