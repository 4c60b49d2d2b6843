#include "figures/surface.hpp"

#include <array>

namespace craggy::figures {

using namespace charts;
namespace {

double grid_value(const problems::Bounds& bounds, Index i, Index count) {
  return bounds.low + (bounds.high - bounds.low) * static_cast<double>(i) / static_cast<double>(count - 1);
}

}  // namespace

Relief surface_of(const problems::Problem& problem, Index num_points, Index num_rows) {
  const problems::Bounds x = problem.domain.at(0);
  const problems::Bounds y = problem.domain.at(1);
  Relief relief{.heights = Matrix(num_points, num_rows),
                .x = {x.low, x.high},
                .y = {y.low, y.high},
                .x_label = "x_{1}",
                .y_label = "x_{2}"};
  for (Index j = 0; j < num_rows; ++j)
    for (Index i = 0; i < num_points; ++i)
      relief.heights(i, j) =
          problem.objective(std::array{grid_value(x, i, num_points), grid_value(y, j, num_rows)});
  return relief;
}

}  // namespace craggy::figures
