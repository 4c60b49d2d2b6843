#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <craggy/acquisition/maximiser.hpp>
#include <craggy/acquisition/projected_ascent.hpp>
#include <craggy/base/cancellation.hpp>
#include <craggy/base/check.hpp>

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Typical distances of the local samples from their anchor, in turn.
constexpr std::array local_distances = {0.3, 0.1, 0.03, 0.01};

// Starts nearer than this (in units of √Q, the diagonal of the cube) would mostly climb the same hill.
constexpr double start_separation = 0.02;

// A Latin hypercube: each coordinate visits every one of as many equal intervals as there are samples.
void sample_latin_hypercube(RandomStream& stream, MatrixRef X) {
  const Index M = X.cols();
  std::vector<Index> interval(static_cast<std::size_t>(M));
  for (Index q = 0; q < X.rows(); ++q) {
    std::iota(interval.begin(), interval.end(), Index{0});
    for (std::size_t m = interval.size(); m > 1; --m) std::swap(interval[m - 1], interval[stream.below(m)]);
    for (Index m = 0; m < M; ++m)
      X(q, m) = (static_cast<double>(interval[static_cast<std::size_t>(m)]) + stream.uniform()) /
                static_cast<double>(M);
  }
}

// Cut to the cube rather than reflected: around an anchor near a border, part of the samples then stand on
// it, where acquisitions often peak.
void sample_around_anchors(const ConstMatrixRef& anchors, RandomStream& stream, MatrixRef X) {
  const double per_coordinate = 1.0 / std::sqrt(static_cast<double>(X.rows()));
  for (Index m = 0; m < X.cols(); ++m) {
    const Index anchor = m % anchors.cols();
    const double sd = per_coordinate * local_distances[(m / anchors.cols()) % std::ssize(local_distances)];
    for (Index q = 0; q < X.rows(); ++q)
      X(q, m) = std::clamp(anchors(q, anchor) + sd * stream.normal(), 0.0, 1.0);
  }
}

// The best samples first, leaving out those that are too near to a better one.
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

}  // namespace

Maximum maximise_by_multistart(const Acquisition& acquisition, const ConstMatrixRef& anchors,
                               const MultistartOptions& options, RandomStream& stream, ThreadPool* pool,
                               const std::stop_token& stop) {
  check_at_least("num_samples", options.num_samples, 0);
  check_at_least("num_starts", options.num_starts, 0);
  check_at_least("max_iterations", options.max_iterations, 0);
  const Index Q = acquisition.num_inputs();
  if (anchors.cols() > 0)
    check_size("the rows of anchors", static_cast<std::size_t>(anchors.rows()), static_cast<std::size_t>(Q));

  const Index num_samples = options.num_samples > 0 ? options.num_samples : 192 + 32 * Q;
  const Index num_local = anchors.cols() > 0 ? num_samples / 2 : 0;
  Matrix X(Q, num_samples);
  sample_latin_hypercube(stream, X.leftCols(num_samples - num_local));
  sample_around_anchors(anchors, stream, X.rightCols(num_local));
  throw_if_stopped(stop);
  Vector values = acquisition.evaluate(X, pool);
  for (double& value : values)
    if (!std::isfinite(value)) value = minus_infinity;

  const std::vector<Index> starts = choose_starts(X, values, options.num_starts);
  Index best_sample = 0;
  values.maxCoeff(&best_sample);
  Maximum best{X.col(best_sample), values[best_sample]};
  if (starts.empty()) return best;
  Maximum summit =
      ascend_side_by_side(acquisition, X(Eigen::all, starts), options.max_iterations, pool, stop);
  return summit.value > best.value ? summit : best;
}

}  // namespace craggy
