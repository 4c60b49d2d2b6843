// A symmetric matrix brought to tridiagonal form by reflections.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// The two diagonals of T = Qᵀ·A·Q for an orthogonal Q.
struct Tridiagonal {
  Vector diagonal;
  Vector subdiagonal;  // one entry fewer
};

/// Reads the lower triangle of A and replaces x by Qᵀ·x. Throws Cancelled if stopped (base/cancellation.hpp).
Tridiagonal tridiagonalise(Matrix A, Vector& x);

}  // namespace craggy
