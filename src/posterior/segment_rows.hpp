// The rows of a matrix of moments that belong to one segment of a posterior: first, first + stride, …
#pragma once

#include "posterior/draw_group.hpp"

namespace craggy {

template <class Segment>
MomentsRef rows_of(const Segment& segment, Matrix& moments) {
  return Eigen::Map<Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>(
      moments.data() + segment.first, segment.group->num_draws(), moments.cols(),
      {moments.rows(), segment.stride});
}

template <class Segment>
ConstMomentsRef rows_of(const Segment& segment, const Matrix& moments) {
  return Eigen::Map<const Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>(
      moments.data() + segment.first, segment.group->num_draws(), moments.cols(),
      {moments.rows(), segment.stride});
}

}  // namespace craggy
