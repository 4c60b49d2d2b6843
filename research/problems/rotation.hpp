// Rotations that a random stream draws, so that a problem's structure need not lie along its inputs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace craggy::problems {

/// An orthogonal matrix, drawn uniformly: the rows of normal numbers, made orthonormal one after the other.
class Rotation {
 public:
  static Rotation random(std::size_t dim, RandomStream& stream);
  static Rotation identity(std::size_t dim);

  /// Turned about the middle of the unit cube.
  std::vector<double> operator()(std::span<const double> u) const;

  std::span<const double> row(std::size_t i) const { return rows_.at(i); }
  std::size_t dim() const { return rows_.size(); }

 private:
  std::vector<std::vector<double>> rows_;
};

}  // namespace craggy::problems
