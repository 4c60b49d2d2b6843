// A small made-up data set for tests that need any.
#pragma once

#include <cmath>
#include <memory>

#include <craggy/surrogates/dataset.hpp>

#include "base/random.hpp"

namespace craggy::testing {

/// N uniform points in three dimensions, a wave along the first and some noise.
inline std::shared_ptr<const Dataset> example_data(Index N) {
  RandomStream stream(5);
  Matrix X(3, N);
  Vector y(N);
  for (double& x : X.reshaped()) x = stream.uniform();
  for (Index n = 0; n < N; ++n) y[n] = std::sin(5 * X(0, n)) + 0.3 * stream.normal();
  return std::make_shared<Dataset>(make_dataset(X, y));
}

}  // namespace craggy::testing
