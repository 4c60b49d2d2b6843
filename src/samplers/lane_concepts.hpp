// What the samplers of several chains in lockstep, one per SIMD lane, may ask of a density.
#pragma once

#include <concepts>

#include "linalg/lane_array.hpp"
#include "linalg/lane_kernels.hpp"

namespace craggy {

/// A log density of as many points as there are lanes: the columns of a lane array with size() entries. A
/// point outside the support, or where the computation failed, has the value −∞ and the gradient 0.
template <class D>
concept LaneLogDensity =
    requires(D& density, const D& constant, const LaneArray& q, LaneArray& gradient, double* values) {
      { constant.size() } -> std::convertible_to<Index>;
      { constant.width() } -> std::convertible_to<int>;
      { constant.kernels() } -> std::convertible_to<const LaneKernels&>;
      density.value(q, values);
      density.evaluate(q, gradient, values);
    };

/// A density with sites: groups of site_dimension() coordinates, the first at site_begin(), with independent
/// standard normal priors, and a conditional of each site that is cheap to evaluate at many places at once.
/// `weigh` gives, up to a constant, the log density without the site's prior for m places of one site, all
/// else as it is; `commit` moves the site, per lane, to one of the places asked about last. `site_distance`
/// says how near sites are to each other, in units of their coordinates.
template <class D>
concept SiteConditional =
    LaneLogDensity<D> && requires(D& density, const D& constant, const LaneArray& q, const LaneArray& places,
                                  LaneArray& log_weights, Index n, const Index* picks) {
      { constant.num_sites() } -> std::convertible_to<Index>;
      { constant.site_begin() } -> std::convertible_to<Index>;
      { constant.site_dimension() } -> std::convertible_to<Index>;
      { constant.site_distance(n, n) } -> std::convertible_to<double>;
      density.begin_sweep(q);
      density.weigh(n, n, places, log_weights);
      density.commit(n, picks);
    };

}  // namespace craggy
