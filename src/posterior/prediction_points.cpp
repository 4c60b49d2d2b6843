#include "posterior/prediction_points.hpp"

#include <algorithm>

namespace craggy {

// By differences: |x|² + |x_n|² − 2·xᵀ·x_n would lose the digits that a short lengthscale brings out.
PredictionPoints::PredictionPoints(const Matrix& inputs, const ConstMatrixRef& X)
    : X_(X), num_conditioned_(inputs.cols()), squared_distances_(Vector::Zero(inputs.cols() * X.cols())) {
  Matrix columns(tile_columns, X.rows());  // one coordinate of all points of a tile together
  for (Index t = 0; t < num_tiles(); ++t) {
    const auto [first, count, unused] = tile(t);
    columns.topRows(count) = X.middleCols(first, count).transpose();
    double* squared_distances = squared_distances_.data() + first * num_conditioned_;
    for (Index n = 0; n < num_conditioned_; ++n, squared_distances += count)
      for (Index q = 0; q < X.rows(); ++q) {
        const double centre = inputs(q, n);
        const double* x = columns.col(q).data();
        for (Index c = 0; c < count; ++c) {
          const double difference = x[c] - centre;
          squared_distances[c] += difference * difference;
        }
      }
  }
}

PredictionPoints::Tile PredictionPoints::tile(Index t) const {
  const Index first = t * tile_columns;
  return {first, std::min(tile_columns, size() - first),
          squared_distances_.data() + first * num_conditioned_};
}

}  // namespace craggy
