// Arrays of NumPy and matrices of craggy: points are rows there and columns here, which is the same memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <craggy/linalg/types.hpp>

namespace craggy::python {

using InputRows =
    nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using InputVector =
    nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using OutputRows = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<2>, nanobind::c_contig>;
using OutputVector = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<1>, nanobind::c_contig>;

inline Eigen::Map<const Matrix> columns_of(const InputRows& rows) {
  return {rows.data(), static_cast<Index>(rows.shape(1)), static_cast<Index>(rows.shape(0))};
}

inline Eigen::Map<const Vector> vector_of(const InputVector& vector) {
  return {vector.data(), static_cast<Index>(vector.shape(0))};
}

/// One row per column of the matrix, without a copy of the numbers.
inline OutputRows rows_of(Matrix matrix) {
  auto* kept = new Matrix(std::move(matrix));
  const nanobind::capsule owner(kept, [](void* data) noexcept { delete static_cast<Matrix*>(data); });
  return {
      kept->data(), {static_cast<std::size_t>(kept->cols()), static_cast<std::size_t>(kept->rows())}, owner};
}

inline OutputVector array_of(Vector vector) {
  auto* kept = new Vector(std::move(vector));
  const nanobind::capsule owner(kept, [](void* data) noexcept { delete static_cast<Vector*>(data); });
  return {kept->data(), {static_cast<std::size_t>(kept->size())}, owner};
}

}  // namespace craggy::python
