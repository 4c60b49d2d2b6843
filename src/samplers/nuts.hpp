// The no-U-turn sampler with multinomial weights [HoffmanGelman2014, Betancourt2017].
#pragma once

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "samplers/trajectory.hpp"

namespace craggy {

struct NutsOptions {
  Index max_depth = 10;  // at most 2^max_depth − 1 leapfrog steps
  // A trajectory ends where H − H₀ exceeds this. H₀ is that of the start, not of the trajectory, so
  // invariance holds up to exp(−threshold): keep it large.
  double divergence_threshold = default_divergence_threshold;
};

/// A trajectory grows in both directions of time by doubling until it turns. The transition is reversible in
/// q.
class Nuts {
 public:
  using Tuning = HamiltonianTuning;

  /// Holds all vectors of a tree, so that a step does not allocate once the first one is done.
  struct Workspace {
    std::array<PhasePoint, 2> ends;  // of the trajectory, backwards and forwards in time
    Stretch trajectory;
    Stretch extension;
    std::vector<Stretch> second_halves;  // by depth, of the subtrees under construction
  };

  explicit Nuts(const NutsOptions& options = {}) : options_(options) {
    check_at_least("max_depth", options.max_depth, 1);
    check_positive("divergence_threshold", options.divergence_threshold);
  }

  template <LogDensity D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point, const Tuning& tuning,
                Workspace& workspace) const {
    StepInfo info;
    info.num_evaluations = ensure_gradient(density, point);
    auto& [ends, trajectory, extension, second_halves] = workspace;
    second_halves.resize(static_cast<std::size_t>(options_.max_depth));

    place(point, ends[0]);
    draw_momentum(stream, tuning.inverse_metric, ends[0].momentum);
    ends[1] = ends[0];
    const double initial_energy = energy(ends[0], tuning.inverse_metric);
    set_to_point(trajectory, ends[0], initial_energy, initial_energy);

    Builder<D> builder{options_, stream, density, tuning, second_halves, initial_energy};
    bool last_is_forward = true;
    while (info.tree_depth < options_.max_depth) {
      const bool forward = stream.uniform() > 0.5;
      // The extension is joined to the trajectory's last point, so that end has to be the one that moves. The
      // criterion does not change when time is reversed.
      if (forward != last_is_forward) trajectory.first_momentum.swap(trajectory.last_momentum);
      last_is_forward = forward;
      builder.front = &ends[forward ? 1 : 0];
      builder.step_size = forward ? tuning.step_size : -tuning.step_size;
      if (!builder.build(info.tree_depth, extension)) break;
      ++info.tree_depth;
      if (!join(trajectory, extension, Progress::biased, tuning.inverse_metric, stream)) break;
    }

    std::swap(point, trajectory.chosen);
    info.energy = trajectory.chosen_energy;
    info.divergent = builder.divergent;
    info.acceptance = builder.acceptance_sum / static_cast<double>(builder.num_steps);
    info.num_evaluations += builder.num_steps;
    return info;
  }

 private:
  /// Grows subtrees from one end of the trajectory.
  template <LogDensity D>
  struct Builder {
    const NutsOptions& options;
    RandomStream& stream;
    D& density;
    const HamiltonianTuning& tuning;
    std::vector<Stretch>& second_halves;
    double initial_energy = 0.0;  // H₀
    PhasePoint* front = nullptr;  // the end that grows
    double step_size = 0.0;       // negative backwards in time
    double acceptance_sum = 0.0;  // of min(1, exp(H₀ − H)), over all points visited
    Index num_steps = 0;
    bool divergent = false;

    /// Makes `result` the next 2^depth points; false if they diverged or turned, and the extension has to be
    /// dropped.
    bool build(Index depth, Stretch& result) {
      if (depth == 0) return build_point(result);
      Stretch& second_half = second_halves[static_cast<std::size_t>(depth)];
      return build(depth - 1, result) && build(depth - 1, second_half) &&
             join(result, second_half, Progress::uniform, tuning.inverse_metric, stream);
    }

    bool build_point(Stretch& result) {
      leapfrog(density, *front, step_size, tuning.inverse_metric);
      ++num_steps;
      const double new_energy = energy(*front, tuning.inverse_metric);
      const double energy_error = new_energy - initial_energy;
      if (!(energy_error <= options.divergence_threshold)) {
        divergent = true;
        return false;
      }
      acceptance_sum += std::min(1.0, std::exp(-energy_error));
      set_to_point(result, *front, new_energy, initial_energy);
      return true;
    }
  };

  NutsOptions options_;
};

}  // namespace craggy
