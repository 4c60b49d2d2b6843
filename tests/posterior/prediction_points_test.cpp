#include "posterior/prediction_points.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "posterior/draw_group.hpp"
#include "support/prior_draws.hpp"

namespace craggy {
namespace {

TEST(PredictionPoints, TilesCoverAllPointsWithTheirSquaredDistances) {
  RandomStream stream(1);
  for (Index N : {1, 7})
    for (Index M : {Index{1}, PredictionPoints::tile_columns, 2 * PredictionPoints::tile_columns + 5}) {
      const auto data = testing::rippled_bowl(3, N);
      const Matrix X = testing::uniform_points(3, M, stream);
      const PredictionPoints points(data->X, X);
      Index next = 0;
      for (Index t = 0; t < points.num_tiles(); ++t) {
        const PredictionPoints::Tile tile = points.tile(t);
        ASSERT_EQ(tile.first, next);
        ASSERT_GT(tile.count, 0);
        for (Index n = 0; n < N; ++n)
          for (Index c = 0; c < tile.count; ++c)
            EXPECT_NEAR(tile.squared_distances[n * tile.count + c],
                        (data->X.col(n) - X.col(tile.first + c)).squaredNorm(), 1e-15);
        next += tile.count;
      }
      EXPECT_EQ(next, M);
    }
}

// Two points 1e-9 apart: a short lengthscale sees their distance.
TEST(PredictionPoints, DistancesOfNeighboursKeepTheirDigits) {
  const auto data = testing::rippled_bowl(2, 3);
  Matrix X = data->X;
  X(0, 1) += 1e-9;
  const PredictionPoints points(data->X, X);
  const double difference = X(0, 1) - data->X(0, 1);
  EXPECT_EQ(points.tile(0).squared_distances[0], 0.0);
  EXPECT_EQ(points.tile(0).squared_distances[1 * 3 + 1], difference * difference);
}

}  // namespace
}  // namespace craggy
