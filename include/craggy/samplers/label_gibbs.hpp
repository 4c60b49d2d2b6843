// A Gibbs sweep over binary labels, each drawn from its conditional given everything else.
#pragma once

#include <cmath>

#include <craggy/samplers/evaluate.hpp>

namespace craggy {

/// Labels are visited in their order.
class LabelGibbs {
 public:
  using Tuning = NoTuning;
  struct Workspace {
    ChainPoint before;
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
      const double log_odds = density.log_odds(n);
      const double draw = stream.uniform();
      if (std::isnan(log_odds)) continue;  // no conditional, so no move
      const bool label = draw < 1.0 / (1.0 + std::exp(-log_odds));
      if (label == (point.q[density.size() + n] != 0.0)) continue;
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
};

}  // namespace craggy
