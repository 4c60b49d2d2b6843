// Metropolis moves that shift neighbouring sites together. Sites that are close to each other hold each other
// in place, so that moves of one at a time cannot carry a cluster anywhere; a smooth bump of shifts can.
#pragma once

#include <array>
#include <cmath>

#include "samplers/lane_state.hpp"
#include "samplers/site_map.hpp"

namespace craggy {

/// Around a random site, with a radius ρ drawn log-uniformly between its nearest and its farthest neighbour:
/// every coordinate d of site n moves by δ_d·exp(−½·(distance/ρ)²). Neither the centre nor ρ nor the width of
/// δ depends on the state, so the move is symmetric.
struct FieldMove {
  double smallest_distance =
      1e-3;  // in units of the sites' coordinates, so that coinciding sites have a radius

  struct Workspace {
    LaneArray proposal;
    std::vector<double> no_correction, values, shape;
  };

  template <SiteConditional D>
  double step(D& density, const SiteMap& map, LaneState& state, LaneStreams& streams,
              Workspace& workspace) const {
    const Index N = map.size();
    const int W = density.width();
    const Index dimension = density.site_dimension();
    if (workspace.proposal.size() == 0) workspace.proposal = LaneArray(density.size(), W);
    workspace.no_correction.assign(static_cast<std::size_t>(W), 0.0);
    LaneArray& proposal = workspace.proposal;
    proposal.copy_from(state.q);

    RandomStream& common = streams.common();
    const auto centre = static_cast<Index>(common.below(static_cast<std::uint64_t>(N)));
    const double position = common.uniform();
    // Small, middling and large shifts, in units of the prior's standard deviation.
    constexpr std::array<double, 3> widths = {0.1, 0.5, 2.0};
    const double width = widths.at(common.below(widths.size()));
    const double nearest =
        N > 1 ? std::max(map.distance(centre, map.neighbours(centre).front()), smallest_distance) : 1.0;
    const double farthest =
        N > 1 ? std::max(map.distance(centre, map.neighbours(centre).back()), nearest) : 1.0;
    const double radius = nearest * std::pow(farthest / nearest, position);
    workspace.shape.resize(static_cast<std::size_t>(N));
    for (Index n = 0; n < N; ++n) {
      const double relative = map.distance(centre, n) / radius;
      workspace.shape[static_cast<std::size_t>(n)] = std::exp(-0.5 * relative * relative);
    }
    for (int w = 0; w < W; ++w)
      for (Index d = 0; d < dimension; ++d) {
        const double shift = width * streams.lane(w).normal();
        for (Index n = 0; n < N; ++n)
          proposal.at(density.site_begin() + n * dimension + d, w) +=
              shift * workspace.shape[static_cast<std::size_t>(n)];
      }
    return accept_or_reject(density, state, proposal, workspace.no_correction.data(), streams,
                            workspace.values);
  }
};

}  // namespace craggy
