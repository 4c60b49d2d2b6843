#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "acquisition/latin_hypercube.hpp"
#include "acquisition/maximiser.hpp"
#include "acquisition/projected_ascent.hpp"
#include "acquisition/starts.hpp"
#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/random.hpp"

namespace craggy {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

constexpr Index max_samples = 1024;

// Typical distances of the local samples from their anchor, in turn.
constexpr std::array local_distances = {0.3, 0.1, 0.03, 0.01};

// In more coordinates, a step in all of them leaves what is good about the anchor; about so many move at a
// time, then [Regis2013].
constexpr double most_moved = 20.0;

// Which of Q coordinates a local sample changes: all of a few, a random part of many, at least one.
std::vector<Index> moved_coordinates(Index Q, RandomStream& stream) {
  std::vector<Index> moved;
  const double probability = most_moved / static_cast<double>(Q);
  for (Index q = 0; q < Q; ++q)
    if (probability >= 1.0 || stream.uniform() < probability) moved.push_back(q);
  if (moved.empty()) moved.push_back(static_cast<Index>(stream.below(static_cast<std::uint64_t>(Q))));
  return moved;
}

// Cut to the cube rather than reflected: around an anchor near a border, part of the samples then stand on
// it, where acquisitions often peak.
void sample_around_anchors(const ConstMatrixRef& anchors, RandomStream& stream, MatrixRef X) {
  for (Index m = 0; m < X.cols(); ++m) {
    const Index anchor = m % anchors.cols();
    const std::vector<Index> moved = moved_coordinates(X.rows(), stream);
    const double per_coordinate = 1.0 / std::sqrt(static_cast<double>(moved.size()));
    const double sd = per_coordinate * local_distances[(m / anchors.cols()) % std::ssize(local_distances)];
    X.col(m) = anchors.col(anchor);
    for (const Index q : moved) X(q, m) = std::clamp(anchors(q, anchor) + sd * stream.normal(), 0.0, 1.0);
  }
}

}  // namespace

Maximum maximise_by_multistart(const Acquisition& acquisition, const ConstMatrixRef& anchors,
                               const MultistartOptions& options, RandomStream& stream, ThreadPool* pool) {
  check_at_least("num_samples", options.num_samples, 0);
  check_at_least("num_starts", options.num_starts, 0);
  check_at_least("max_iterations", options.max_iterations, 0);
  const Index Q = acquisition.num_inputs();
  if (anchors.cols() > 0)
    check_size("the rows of anchors", static_cast<std::size_t>(anchors.rows()), static_cast<std::size_t>(Q));

  const Index num_samples =
      options.num_samples > 0 ? options.num_samples : std::min(max_samples, 192 + 32 * Q);
  const Index num_local = anchors.cols() > 0 ? num_samples / 2 : 0;
  Matrix X(Q, num_samples);
  sample_latin_hypercube(stream, X.leftCols(num_samples - num_local));
  sample_around_anchors(anchors, stream, X.rightCols(num_local));
  throw_if_stopped();
  Vector values = acquisition.evaluate(X, pool);
  for (double& value : values)
    if (!std::isfinite(value)) value = minus_infinity;

  const std::vector<Index> starts = choose_starts(X, values, options.num_starts);
  Index best_sample = 0;
  values.maxCoeff(&best_sample);
  Maximum best{X.col(best_sample), values[best_sample]};
  if (starts.empty()) return best;
  Maximum summit = ascend_side_by_side(acquisition, X(Eigen::all, starts), options.max_iterations, pool);
  return summit.value > best.value ? summit : best;
}

}  // namespace craggy
