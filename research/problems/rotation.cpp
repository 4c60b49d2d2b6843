#include "problems/rotation.hpp"

#include <cmath>
#include <numeric>

namespace craggy::problems {

Rotation Rotation::random(std::size_t dim, RandomStream& stream) {
  Rotation rotation;
  while (rotation.rows_.size() < dim) {
    std::vector<double> row(dim);
    for (double& entry : row) entry = stream.normal();
    for (const std::vector<double>& earlier : rotation.rows_) {
      const double shared = std::inner_product(row.begin(), row.end(), earlier.begin(), 0.0);
      for (std::size_t j = 0; j < dim; ++j) row[j] -= shared * earlier[j];
    }
    const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
    if (length < 1e-6) continue;  // all but parallel to the earlier ones: draw again
    for (double& entry : row) entry /= length;
    rotation.rows_.push_back(std::move(row));
  }
  return rotation;
}

Rotation Rotation::identity(std::size_t dim) {
  Rotation rotation;
  rotation.rows_.assign(dim, std::vector<double>(dim, 0.0));
  for (std::size_t j = 0; j < dim; ++j) rotation.rows_[j][j] = 1.0;
  return rotation;
}

std::vector<double> Rotation::operator()(std::span<const double> u) const {
  std::vector<double> turned(dim(), 0.5);
  for (std::size_t i = 0; i < dim(); ++i)
    for (std::size_t j = 0; j < dim(); ++j) turned[i] += rows_[i][j] * (u[j] - 0.5);
  return turned;
}

}  // namespace craggy::problems
