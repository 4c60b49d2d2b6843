// Observations as the surrogates see them: inputs in the unit cube, outputs standardised.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// raw = shift + scale · standardised.
struct Standardisation {
  double shift = 0.0;
  double scale = 1.0;
};

/// N observations: X is Q × N in [0, 1], y has mean 0 and variance 1 (population) or is all 0.
struct Dataset {
  Matrix X;
  Vector y;
  Standardisation standardisation;

  Index num_inputs() const { return X.rows(); }
  Index size() const { return X.cols(); }
};

/// Checks the inputs and standardises the outputs. Values up to ±1e308 do not overflow; a constant history is
/// only centred [Bodin2020, appendix].
Dataset make_dataset(Matrix X, const ConstVectorRef& raw_y);

}  // namespace craggy
