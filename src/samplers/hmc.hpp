// Hamiltonian Monte Carlo with a fixed number of leapfrog steps [Neal2011].
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.hpp"
#include "samplers/hamiltonian.hpp"

namespace craggy {

struct HmcOptions {
  Index num_leapfrog_steps = 3;
  double divergence_threshold = default_divergence_threshold;  // for the count of divergences only
};

/// Momenta are drawn anew in every step, so the transition is reversible in q.
class Hmc {
 public:
  using Tuning = HamiltonianTuning;
  struct Workspace {
    PhasePoint z;
  };

  explicit Hmc(const HmcOptions& options = {}) : options_(options) {
    check_at_least("num_leapfrog_steps", options.num_leapfrog_steps, 1);
    check_positive("divergence_threshold", options.divergence_threshold);
  }

  template <LogDensity D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point, const Tuning& tuning,
                Workspace& workspace) const {
    StepInfo info;
    info.num_evaluations = ensure_gradient(density, point);
    PhasePoint& z = workspace.z;
    place(point, z);
    draw_momentum(stream, tuning.inverse_metric, z.momentum);
    const double initial_energy = energy(z, tuning.inverse_metric);

    for (Index i = 0; i < options_.num_leapfrog_steps && z.log_density != failed_log_density; ++i) {
      leapfrog(density, z, tuning.step_size, tuning.inverse_metric);
      ++info.num_evaluations;
    }

    const double final_energy = energy(z, tuning.inverse_metric);
    const double energy_error = final_energy - initial_energy;
    info.divergent = !(energy_error <= options_.divergence_threshold);
    info.acceptance = std::min(1.0, std::exp(-energy_error));
    const bool accepted = stream.uniform() < info.acceptance;
    info.energy = accepted ? final_energy : initial_energy;
    if (accepted) {
      point.q.swap(z.q);
      point.gradient.swap(z.gradient);
      point.log_density = z.log_density;
    }
    return info;
  }

 private:
  HmcOptions options_;
};

}  // namespace craggy
