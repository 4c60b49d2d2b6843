#include "linalg/tridiagonal.hpp"

#include <algorithm>

#include <Eigen/Householder>

#include "base/cancellation.hpp"

namespace craggy {

// Column by column, a reflection H = I − h·v·vᵀ leaves of what is below the diagonal one entry; then what is
// left of A becomes H·A·H = A − v·wᵀ − w·vᵀ, with p = h·A·v and w = p − ½·h·(pᵀ·v)·v.
Tridiagonal tridiagonalise(Matrix A, Vector& x) {
  const Index N = A.rows();
  Tridiagonal T{A.diagonal(), Vector(std::max<Index>(N - 1, 0))};
  Vector w(std::max<Index>(N - 1, 0));
  for (Index i = 0; i + 1 < N; ++i) {
    throw_if_stopped();
    const Index size = N - i - 1;
    auto v = A.col(i).tail(size);
    auto rest = A.bottomRightCorner(size, size).selfadjointView<Eigen::Lower>();
    auto w_rest = w.tail(size);
    double h = 0.0;
    v.makeHouseholderInPlace(h, T.subdiagonal[i]);
    double workspace = 0.0;
    x.tail(size).applyHouseholderOnTheLeft(v.tail(size - 1), h, &workspace);
    v[0] = 1.0;
    w_rest.noalias() = rest * (h * v);
    w_rest += (h * -0.5 * w_rest.dot(v)) * v;
    rest.rankUpdate(v, w_rest, -1.0);
  }
  T.diagonal = A.diagonal();
  return T;
}

}  // namespace craggy
