// A first step size: halved or doubled until the acceptance of a single leapfrog step crosses 0.8
// [HoffmanGelman2014, algorithm 4; the threshold is Stan's].
#pragma once

#include <cmath>

#include "samplers/hamiltonian.hpp"

namespace craggy {

/// Gives `tuning.step_size` back if the point itself has no finite log density. On a density without any
/// curvature, or one that fails everywhere around the point, the search ends after a fixed number of steps.
template <LogDensity D>
double search_step_size(RandomStream& stream, D& density, ChainPoint& point,
                        const HamiltonianTuning& tuning) {
  constexpr int max_num_steps = 60;
  const double log_threshold = std::log(0.8);

  ensure_gradient(density, point);
  if (point.log_density == failed_log_density) return tuning.step_size;
  PhasePoint z;
  const auto is_acceptable = [&](double step_size) {
    place(point, z);
    draw_momentum(stream, tuning.inverse_metric, z.momentum);
    const double initial_energy = energy(z, tuning.inverse_metric);
    leapfrog(density, z, step_size, tuning.inverse_metric);
    return initial_energy - energy(z, tuning.inverse_metric) > log_threshold;
  };

  double step_size = tuning.step_size;
  const bool grow = is_acceptable(step_size);
  for (int i = 0; i < max_num_steps; ++i) {
    step_size *= grow ? 2.0 : 0.5;
    if (is_acceptable(step_size) != grow) break;
  }
  return step_size;
}

}  // namespace craggy
