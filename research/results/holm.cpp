#include "results/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "base/check.hpp"

namespace craggy::results {

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  check_all_finite("p_values", p_values);
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0.0;  // an adjusted value is never below one that comes before it
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto remaining = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, remaining * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace craggy::results
