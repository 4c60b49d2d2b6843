// Single-site pool moves: one site after the other jumps to one of several candidates, drawn from its prior
// and from around its neighbours. They cross from one mode to another where gradients cannot.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "samplers/lane_state.hpp"
#include "samplers/site_map.hpp"

namespace craggy {

/// For one site: m − 1 candidates iid from a density g, and the present place; all are weighed by
/// p(place | everything else) / g(place) and one is picked. Given g, which does not depend on the place of
/// this site, the set of m places could have been drawn in the same way from any of its members, so the pick
/// leaves p invariant [Tjelmeland2004]. Here
///   g = (1 − ν)·N(0, I) + ν/K·Σ_k Π_d Cauchy(neighbour k, distance to it),
/// heavy tails around the K nearest neighbours, because a site is either near them or far from them.
struct PoolSweep {
  Index num_candidates = 16;  // the present place included
  Index num_neighbours = 3;   // K
  double neighbour_share = 0.5;
  double smallest_distance = 1e-2;

  struct Workspace {
    LaneArray candidates, log_weights, prior, density;
    std::vector<Index> order, picks;
    std::vector<double> scales, log_density_before;
    LaneArray before;
  };

  /// Leaves state.q and its log densities at the end of one sweep over all sites, in a random order.
  template <SiteConditional D>
  double step(D& target, const SiteMap& map, LaneState& state, LaneStreams& streams, Workspace& ws) const {
    prepare(target.width(), map.size(), target.site_dimension(), ws);
    for (Index n = map.size() - 1; n > 0; --n)
      std::swap(ws.order[static_cast<std::size_t>(n)],
                ws.order[streams.common().below(static_cast<std::uint64_t>(n + 1))]);
    ws.before = state.q;
    target.begin_sweep(state.q);
    double num_moved = 0.0;
    for (Index site : ws.order) {
      draw_candidates(target, map, site, state.q, streams, ws);
      target.weigh(site, num_candidates, ws.candidates, ws.log_weights);
      add_prior_over_proposal(target, map, site, state.q, ws);
      num_moved += pick(target, site, state.q, streams, ws);
      target.commit(site, ws.picks.data());
    }
    // The updated inverse is not exact, and worthless where the covariance is nearly singular: a place that
    // no exact sweep would have reached is left again.
    ws.log_density_before = state.log_density;
    target.value(state.q, state.log_density.data());
    for (int w = 0; w < target.width(); ++w) {
      double& value = state.log_density[static_cast<std::size_t>(w)];
      const double before = ws.log_density_before[static_cast<std::size_t>(w)];
      if (value > before - plausible_spread(target.size())) continue;
      value = before;
      state.q.copy_lane_from(ws.before, w);
    }
    return num_moved / static_cast<double>(map.size() * target.width());
  }

 private:
  void prepare(int width, Index num_sites, Index dimension, Workspace& ws) const {
    if (ws.candidates.num_entries() == num_candidates * dimension && ws.candidates.width() == width) return;
    ws.candidates = LaneArray(num_candidates * dimension, width);
    for (LaneArray* per_candidate : {&ws.log_weights, &ws.prior, &ws.density})
      *per_candidate = LaneArray(num_candidates, width);
    ws.order.resize(static_cast<std::size_t>(num_sites));
    for (std::size_t n = 0; n < ws.order.size(); ++n) ws.order[n] = static_cast<Index>(n);
    ws.picks.resize(static_cast<std::size_t>(width));
  }

  Index neighbours_of(const SiteMap& map) const { return std::min(num_neighbours, map.size() - 1); }

  template <class D>
  void draw_candidates(const D& target, const SiteMap& map, Index site, const LaneArray& q,
                       LaneStreams& streams, Workspace& ws) const {
    const Index dimension = target.site_dimension();
    const Index K = neighbours_of(map);
    ws.scales.resize(static_cast<std::size_t>(K));
    for (Index k = 0; k < K; ++k)
      ws.scales[static_cast<std::size_t>(k)] =
          std::max(map.distance(site, map.neighbours(site)[static_cast<std::size_t>(k)]), smallest_distance);
    for (int w = 0; w < target.width(); ++w) {
      RandomStream& stream = streams.lane(w);
      for (Index d = 0; d < dimension; ++d)
        ws.candidates.at(d, w) = q.at(target.site_begin() + site * dimension + d, w);
      for (Index c = 1; c < num_candidates; ++c) {
        const double choice = K > 0 ? stream.uniform() / neighbour_share : 1.0;
        if (choice < 1.0) {
          const auto k = std::min(static_cast<Index>(choice * static_cast<double>(K)), K - 1);
          const Index neighbour = map.neighbours(site)[static_cast<std::size_t>(k)];
          for (Index d = 0; d < dimension; ++d)
            ws.candidates.at(c * dimension + d, w) =
                q.at(target.site_begin() + neighbour * dimension + d, w) +
                ws.scales[static_cast<std::size_t>(k)] *
                    std::tan(std::numbers::pi * (stream.uniform() - 0.5));
        } else {
          for (Index d = 0; d < dimension; ++d) ws.candidates.at(c * dimension + d, w) = stream.normal();
        }
      }
    }
  }

  // log_weights += log N(place; 0, I) − log g(place), up to a constant.
  template <class D>
  void add_prior_over_proposal(const D& target, const SiteMap& map, Index site, const LaneArray& q,
                               Workspace& ws) const {
    const int W = target.width();
    const Index dimension = target.site_dimension();
    const Index K = neighbours_of(map);
    const double prior_constant = (K > 0 ? 1.0 - neighbour_share : 1.0) *
                                  std::pow(2.0 * std::numbers::pi, -0.5 * static_cast<double>(dimension));
    for (Index c = 0; c < num_candidates; ++c)
      for (int w = 0; w < W; ++w) {
        double half_square = 0.0;
        for (Index d = 0; d < dimension; ++d)
          half_square +=
              0.5 * ws.candidates.at(c * dimension + d, w) * ws.candidates.at(c * dimension + d, w);
        ws.log_weights.at(c, w) -= half_square;
        ws.prior.at(c, w) = half_square;
        ws.density.at(c, w) = 0.0;
      }
    target.kernels().exp_minus(num_candidates, ws.prior.data());
    for (Index k = 0; k < K; ++k) {
      const Index neighbour = map.neighbours(site)[static_cast<std::size_t>(k)];
      const double scale = ws.scales[static_cast<std::size_t>(k)];
      const double constant = neighbour_share / static_cast<double>(K);
      for (Index c = 0; c < num_candidates; ++c)
        for (int w = 0; w < W; ++w) {
          double product = constant;
          for (Index d = 0; d < dimension; ++d) {
            const double distance = (ws.candidates.at(c * dimension + d, w) -
                                     q.at(target.site_begin() + neighbour * dimension + d, w)) /
                                    scale;
            product /= std::numbers::pi * scale * (1.0 + distance * distance);
          }
          ws.density.at(c, w) += product;
        }
    }
    for (Index i = 0; i < ws.density.size(); ++i)
      ws.density.data()[i] = std::max(ws.density.data()[i] + prior_constant * ws.prior.data()[i], 1e-300);
    target.kernels().log(num_candidates, ws.density.data());
    for (Index i = 0; i < ws.density.size(); ++i) ws.log_weights.data()[i] -= ws.density.data()[i];
  }

  template <class D>
  double pick(const D& target, Index site, LaneArray& q, LaneStreams& streams, Workspace& ws) const {
    const Index dimension = target.site_dimension();
    // Weights relative to the largest; those that are not numbers, or nowhere near, get none.
    for (int w = 0; w < target.width(); ++w) {
      double largest = -std::numeric_limits<double>::infinity();
      for (Index c = 0; c < num_candidates; ++c)
        if (ws.log_weights.at(c, w) > largest) largest = ws.log_weights.at(c, w);
      for (Index c = 0; c < num_candidates; ++c) {
        const double below = largest - ws.log_weights.at(c, w);
        ws.density.at(c, w) = below >= 0.0 ? below : std::numeric_limits<double>::infinity();
      }
    }
    target.kernels().exp_minus(num_candidates, ws.density.data());
    double num_moved = 0.0;
    for (int w = 0; w < target.width(); ++w) {
      double total = 0.0;
      for (Index c = 0; c < num_candidates; ++c) total += ws.density.at(c, w);
      double left = streams.lane(w).uniform() * total;
      Index chosen = 0;  // also where no weight is a number
      for (Index c = 0; c < num_candidates; ++c) {
        if (ws.density.at(c, w) <= 0.0) continue;
        chosen = c;
        left -= ws.density.at(c, w);
        if (left <= 0.0) break;
      }
      ws.picks[static_cast<std::size_t>(w)] = chosen;
      num_moved += chosen > 0 ? 1.0 : 0.0;
      for (Index d = 0; d < dimension; ++d)
        q.at(target.site_begin() + site * dimension + d, w) = ws.candidates.at(chosen * dimension + d, w);
    }
    return num_moved;
  }
};

}  // namespace craggy
