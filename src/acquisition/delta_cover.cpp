#include <algorithm>
#include <cmath>
#include <limits>

#include "acquisition/maximiser.hpp"
#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/random.hpp"

namespace craggy {
namespace {

// Uniform on the cube of the given side around `centre`, cut to the unit cube.
void sample_around(const Vector& centre, double side, RandomStream& stream, Matrix& X) {
  for (Index m = 0; m < X.cols(); ++m)
    for (Index q = 0; q < X.rows(); ++q)
      X(q, m) = stream.uniform(std::max(0.0, centre[q] - 0.5 * side), std::min(1.0, centre[q] + 0.5 * side));
}

}  // namespace

Maximum maximise_by_delta_cover(const Acquisition& acquisition, const DeltaCoverOptions& options,
                                RandomStream& stream, ThreadPool* pool) {
  check_at_least("num_rounds", options.num_rounds, 1);
  check_at_least("samples_per_round", options.samples_per_round, 0);
  const Index Q = acquisition.num_inputs();
  Matrix X(Q, options.samples_per_round > 0 ? options.samples_per_round : 100 * Q);
  // Around the middle, a cube of side 1 is the whole domain: the first round.
  Maximum best{Vector::Constant(Q, 0.5), -std::numeric_limits<double>::infinity()};
  for (Index round = 0; round < options.num_rounds; ++round) {
    throw_if_stopped();
    sample_around(best.x, std::exp2(-static_cast<double>(round) / static_cast<double>(Q)), stream, X);
    if (round == 0) best.x = X.col(0);
    const Vector values = acquisition.evaluate(X, pool);
    for (Index m = 0; m < values.size(); ++m)
      if (std::isfinite(values[m]) && values[m] > best.value) best = {X.col(m), values[m]};
  }
  return best;
}

}  // namespace craggy
