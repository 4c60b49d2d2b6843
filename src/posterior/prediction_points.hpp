// Points at which several draws predict, with what does not depend on the draw: their squared distances from
// the points that the draws are conditioned at, computed once for all.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// The points in tiles of a few columns, the unit in which predictions are made: the covariances of a tile
/// with the inputs stay in the nearest caches.
class PredictionPoints {
 public:
  /// Few, and no power of two: rows of a tile of vectors then fall into different sets of the cache.
  static constexpr Index tile_columns = 12;

  /// `inputs` (Q × N) are what the draws are conditioned at. Both have to outlive the points.
  PredictionPoints(const Matrix& inputs, const ConstMatrixRef& X);

  const ConstMatrixRef& X() const { return X_; }
  Index size() const { return X_.cols(); }
  Index num_tiles() const { return (size() + tile_columns - 1) / tile_columns; }

  struct Tile {
    Index first;  // column
    Index count;
    const double* squared_distances;  // of input n and column c at [n·count + c]
  };
  Tile tile(Index t) const;

 private:
  ConstMatrixRef X_;
  Index num_conditioned_;
  Vector squared_distances_;  // one tile behind the other
};

}  // namespace craggy
