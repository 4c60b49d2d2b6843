#include "acquisition/starts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Starts nearer than this (in units of √Q, the diagonal of the cube) would mostly climb the same hill.
constexpr double start_separation = 0.02;

}  // namespace

std::vector<Index> choose_starts(const Matrix& X, const Vector& values, Index num_starts) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] > values[b]; });
  const double separation = start_separation * std::sqrt(static_cast<double>(X.rows()));
  std::vector<Index> starts;
  for (Index candidate : order) {
    if (std::ssize(starts) == num_starts || values[candidate] == minus_infinity) break;
    const auto is_near = [&](Index start) { return (X.col(start) - X.col(candidate)).norm() < separation; };
    if (std::none_of(starts.begin(), starts.end(), is_near)) starts.push_back(candidate);
  }
  return starts;
}

}  // namespace craggy
