// A Gibbs sweep over labels, each drawn from its conditional given everything else.
#pragma once

#include <cmath>

#include "samplers/evaluate.hpp"

namespace craggy {

/// Labels are visited in their order.
class LabelGibbs {
 public:
  using Tuning = NoTuning;
  struct Workspace {
    ChainPoint before;
    Vector weights;
  };

  template <class D>
    requires LogDensity<D> && LabelConditional<D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point, const Tuning& /*tuning*/,
                Workspace& workspace) const {
    StepInfo info;
    if (density.num_labels() == 0) return info;
    workspace.before = point;
    density.begin_sweep(point.q);
    bool changed = false;
    for (Index n = 0; n < density.num_labels(); ++n) {
      density.label_log_weights(n, workspace.weights);
      const double draw = stream.uniform();
      const double largest = workspace.weights.maxCoeff();
      if (workspace.weights.hasNaN() || std::isinf(largest)) continue;  // no conditional, so no move
      workspace.weights = (workspace.weights.array() - largest).exp();
      const Index label = choose(workspace.weights, draw);
      if (label == static_cast<Index>(point.q[density.size() + n])) continue;
      density.set_label(n, label, point.q);
      changed = true;
    }
    if (!changed) return info;

    // Only what was known before is computed again.
    info.num_evaluations = 1;
    point.log_density = point.gradient.size() == 0 ? checked_value(density, point.q)
                                                   : checked_evaluate(density, point.q, point.gradient);
    if (point.log_density == failed_log_density) {
      // The conditionals led to where the density itself fails: no place to be.
      std::swap(point, workspace.before);
      info.divergent = true;
      info.acceptance = 0.0;
    }
    return info;
  }

 private:
  /// The value in whose share of the weights `draw`, uniform on (0, 1), falls.
  static Index choose(const Vector& weights, double draw) {
    double left = draw * weights.sum();
    Index value = 0;
    for (; value + 1 < weights.size() && left >= weights[value]; ++value) left -= weights[value];
    return value;
  }
};

}  // namespace craggy
