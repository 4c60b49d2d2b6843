// Which sites are near each other, computed once per data set: the neighbours of each, nearest first.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/cancellation.hpp"
#include "samplers/lane_concepts.hpp"

namespace craggy {

class SiteMap {
 public:
  template <SiteConditional D>
  explicit SiteMap(const D& density) : distances_(density.num_sites(), density.num_sites()) {
    const Index N = density.num_sites();
    for (Index i = 0; i < N; ++i)
      for (Index j = 0; j < N; ++j) distances_(i, j) = i == j ? 0.0 : density.site_distance(i, j);
    neighbours_.resize(static_cast<std::size_t>(N));
    for (Index i = 0; i < N; ++i) {
      throw_if_stopped();
      std::vector<Index>& order = neighbours_[static_cast<std::size_t>(i)];
      order.resize(static_cast<std::size_t>(N));
      std::iota(order.begin(), order.end(), Index{0});
      order.erase(order.begin() + i);
      std::stable_sort(order.begin(), order.end(),
                       [&](Index a, Index b) { return distances_(i, a) < distances_(i, b); });
    }
  }

  Index size() const { return distances_.rows(); }
  double distance(Index a, Index b) const { return distances_(a, b); }
  /// All other sites.
  const std::vector<Index>& neighbours(Index site) const {
    return neighbours_[static_cast<std::size_t>(site)];
  }

 private:
  Matrix distances_;
  std::vector<std::vector<Index>> neighbours_;
};

}  // namespace craggy
