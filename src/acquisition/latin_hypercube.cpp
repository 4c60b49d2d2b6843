#include "acquisition/latin_hypercube.hpp"

#include <numeric>
#include <vector>

#include "base/random.hpp"

namespace craggy {

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

}  // namespace craggy
