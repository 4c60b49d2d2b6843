// Random points that are even in each coordinate.
#pragma once

#include <craggy/base/random.hpp>
#include <craggy/linalg/types.hpp>

namespace craggy {

/// A Latin hypercube: each coordinate (row of X) visits every one of as many equal intervals as there are
/// samples (columns).
void sample_latin_hypercube(RandomStream& stream, MatrixRef X);

}  // namespace craggy
