// Metropolis moves of the few unknowns that everything else hangs on, along a line: a lengthscale alone, a
// lengthscale together with all sites (so that the picture keeps its shape), an amplitude, a ridge of the
// two.
#pragma once

#include <utility>
#include <vector>

#include "samplers/lane_state.hpp"
#include "samplers/step_width.hpp"

namespace craggy {

/// q_i += weight_i·δ for some coordinates and, if `scales_sites`, every coordinate of the sites times e^δ,
/// with δ ~ N(0, width²). The reverse move is −δ; scaling M coordinates has the Jacobian e^(M·δ).
struct LineMove {
  std::vector<std::pair<Index, double>> shifts;
  bool scales_sites = false;
  StepWidth width{0.2};

  struct Workspace {
    LaneArray proposal;
    std::vector<double> log_correction, values;
  };

  /// `learn` adapts the width and is for warm-up only.
  template <SiteConditional D>
  void step(D& density, LaneState& state, LaneStreams& streams, bool learn, Workspace& workspace) {
    const int W = density.width();
    if (workspace.proposal.size() == 0) workspace.proposal = LaneArray(density.size(), W);
    workspace.log_correction.assign(static_cast<std::size_t>(W), 0.0);
    LaneArray& proposal = workspace.proposal;
    proposal.copy_from(state.q);
    const Index first = density.site_begin();
    const Index num_scaled = scales_sites ? density.num_sites() * density.site_dimension() : 0;
    for (int w = 0; w < W; ++w) {
      const double delta = width.value() * streams.lane(w).normal();
      for (const auto& [coordinate, weight] : shifts) proposal.at(coordinate, w) += weight * delta;
      if (num_scaled == 0) continue;
      const double factor = std::exp(delta);
      for (Index e = first; e < first + num_scaled; ++e) proposal.at(e, w) *= factor;
      workspace.log_correction[static_cast<std::size_t>(w)] = static_cast<double>(num_scaled) * delta;
    }
    const double acceptance = accept_or_reject(density, state, proposal, workspace.log_correction.data(),
                                               streams, workspace.values);
    if (learn) width.learn(acceptance);
  }
};

}  // namespace craggy
