// Hamiltonian Monte Carlo for several chains in lockstep: the same number of leapfrog steps for all, a dense
// metric that they share, a step size of each trajectory's own.
#pragma once

#include <cmath>

#include "samplers/fisher_metric.hpp"
#include "samplers/lane_state.hpp"
#include "samplers/step_width.hpp"

namespace craggy {

struct LaneHmc {
  Index num_leapfrog = 10;
  DenseMetric metric;
  StepWidth step_size{0.1, 0.75};

  struct Workspace {
    LaneArray q, gradient, momentum, velocity, noise;
    std::vector<double> values, initial_energy, step;
  };

  /// One trajectory per lane, from fresh momenta. `learn` adapts the step size and is for warm-up only. If
  /// `metric_sums` is given, the gradients at the states that are left behind are added to it. Returns the
  /// mean acceptance.
  template <LaneLogDensity D>
  double step(D& density, LaneState& state, LaneStreams& streams, bool learn, FisherMetric* metric_sums,
              Workspace& ws) {
    const int W = density.width();
    const Index size = density.size();
    if (ws.q.num_entries() != size || ws.q.width() != W)
      for (LaneArray* array : {&ws.q, &ws.gradient, &ws.momentum, &ws.velocity, &ws.noise})
        *array = LaneArray(size, W);
    ws.values.resize(static_cast<std::size_t>(W));
    ws.initial_energy.resize(static_cast<std::size_t>(W));
    ws.step.resize(static_cast<std::size_t>(W));

    for (int w = 0; w < W; ++w) {
      // Jittered, so that no trajectory closes on itself; drawn before the state is looked at.
      ws.step[static_cast<std::size_t>(w)] = step_size.value() * streams.lane(w).uniform(0.8, 1.2);
      for (Index e = 0; e < size; ++e) ws.noise.at(e, w) = streams.lane(w).normal();
    }
    multiply(density, row_major_factor(), ws.noise, ws.momentum);
    ws.q.copy_from(state.q);
    density.evaluate(ws.q, ws.gradient, ws.values.data());
    if (metric_sums != nullptr)
      for (int w = 0; w < W; ++w) metric_sums->add(ws.gradient.lane(w));
    for (int w = 0; w < W; ++w) ws.initial_energy[static_cast<std::size_t>(w)] = energy(density, ws, w);

    kick(ws, 0.5);
    for (Index i = 0; i < num_leapfrog; ++i) {
      multiply(density, metric.inverse, ws.momentum, ws.velocity);
      drift(ws);
      density.evaluate(ws.q, ws.gradient, ws.values.data());
      kick(ws, i + 1 < num_leapfrog ? 1.0 : 0.5);
    }

    double total = 0.0;
    for (int w = 0; w < W; ++w) {
      const double difference = ws.initial_energy[static_cast<std::size_t>(w)] - energy(density, ws, w);
      const double uniform = streams.lane(w).uniform();
      if (!(ws.values[static_cast<std::size_t>(w)] > -std::numeric_limits<double>::infinity()) ||
          std::isnan(difference))
        continue;
      const double probability = difference >= 0.0 ? 1.0 : std::exp(difference);
      total += probability;
      if (uniform >= probability) continue;
      state.q.copy_lane_from(ws.q, w);
      state.log_density[static_cast<std::size_t>(w)] = ws.values[static_cast<std::size_t>(w)];
    }
    if (learn) step_size.learn(total / W);
    return total / W;
  }

 private:
  template <class D>
  double energy(D& density, Workspace& ws, int w) const {
    if (w == 0) multiply(density, metric.inverse, ws.momentum, ws.velocity);
    double kinetic = 0.0;
    for (Index e = 0; e < ws.momentum.num_entries(); ++e)
      kinetic += 0.5 * ws.momentum.at(e, w) * ws.velocity.at(e, w);
    return kinetic - ws.values[static_cast<std::size_t>(w)];
  }

  // The kernels want rows; the factor is not symmetric, the inverse is.
  Matrix row_major_factor() const { return metric.factor.transpose(); }

  template <class D>
  static void multiply(const D& density, const Matrix& rows, const LaneArray& x, LaneArray& out) {
    density.kernels().multiply_shared(rows.rows(), rows.data(), x.data(), out.data());
  }

  static void kick(Workspace& ws, double fraction) { add_steps(ws, fraction, ws.gradient, ws.momentum); }
  static void drift(Workspace& ws) { add_steps(ws, 1.0, ws.velocity, ws.q); }
  static void add_steps(const Workspace& ws, double fraction, const LaneArray& slope, LaneArray& position) {
    const int W = position.width();
    for (Index e = 0; e < position.num_entries(); ++e)
      for (int w = 0; w < W; ++w)
        position.at(e, w) += fraction * ws.step[static_cast<std::size_t>(w)] * slope.at(e, w);
  }
};

}  // namespace craggy
