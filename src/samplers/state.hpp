// State, information and tuning of a chain, apart from each other: a step changes the state, reads the tuning
// and reports the information.
#pragma once

#include <limits>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Where a chain is. For a density with labels q holds them behind the continuous coordinates.
struct ChainPoint {
  Vector q = {};
  double log_density = -std::numeric_limits<double>::infinity();
  Vector gradient = {};  // of the log density in the continuous coordinates; empty where it is not known
};

/// What one step has to say about itself.
struct StepInfo {
  double acceptance = 1.0;  // mean acceptance probability of what was proposed
  double energy =
      std::numeric_limits<double>::quiet_NaN();  // −log density + kinetic energy; NaN without momenta
  bool divergent = false;     // the trajectory left the level set of the energy, or the support
  Index num_evaluations = 0;  // calls of value() and evaluate()
  Index tree_depth = 0;       // doublings of the trajectory that were completed (NUTS)
};

/// Tuning of the Hamiltonian transitions. The metric is diagonal; its inverse estimates the posterior
/// variances.
struct HamiltonianTuning {
  double step_size = std::numeric_limits<double>::quiet_NaN();
  Vector inverse_metric = {};
};

/// Tuning of transitions that have nothing to tune.
struct NoTuning {};

}  // namespace craggy
