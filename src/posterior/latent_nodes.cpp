#include "posterior/latent_nodes.hpp"

#include <array>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "base/check.hpp"

namespace craggy {
namespace {

// Nodes per dimension for D = 1 … 4: no more than 256 nodes in all.
constexpr std::array<Index, 4> order_by_dimension = {32, 12, 6, 4};

LatentNodes tensor_power(const LatentNodes& rule, Index dimension) {
  const Index order = rule.weights.size();
  Index count = 1;
  for (Index d = 0; d < dimension; ++d) count *= order;
  LatentNodes product{Matrix(dimension, count), Vector::Ones(count)};
  for (Index i = 0; i < count; ++i) {
    Index digits = i;  // of i to the base `order`, one per dimension
    for (Index d = 0; d < dimension; ++d, digits /= order) {
      product.nodes(d, i) = rule.nodes(0, digits % order);
      product.weights[i] *= rule.weights[digits % order];
    }
  }
  return product;
}

// 0 and ±√(D + κ)·e_d with weights κ/(D + κ) and 1/(2·(D + κ)) [JulierUhlmann1997]; at κ = ½ all weights are
// equal, and none is negative for any D.
LatentNodes sigma_points(Index dimension) {
  const double radius = std::sqrt(static_cast<double>(dimension) + 0.5);
  LatentNodes points = {Matrix::Zero(dimension, 2 * dimension + 1),
                        Vector::Constant(2 * dimension + 1, 0.5 / (radius * radius))};
  for (Index d = 0; d < dimension; ++d) {
    points.nodes(d, 1 + 2 * d) = radius;
    points.nodes(d, 2 + 2 * d) = -radius;
  }
  return points;
}

}  // namespace

LatentNodes latent_mode(Index dimension) { return {Matrix::Zero(dimension, 1), Vector::Ones(1)}; }

// The nodes are the eigenvalues of the Jacobi matrix of the Hermite polynomials of N(0, 1), whose
// off-diagonal is √1, √2, …; the weights are the squared first components of its eigenvectors
// [GolubWelsch1969].
LatentNodes gauss_hermite(Index order) {
  check_at_least("order", order, 1);
  const Vector off_diagonal = Vector::LinSpaced(order - 1, 1.0, static_cast<double>(order - 1)).cwiseSqrt();
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(Vector::Zero(order), off_diagonal);
  const Vector nodes = solver.eigenvalues();
  const Vector weights = solver.eigenvectors().row(0).cwiseAbs2();
  // The exact rule is symmetric; so is ours, to the last bit.
  return {0.5 * (nodes - nodes.reverse()).transpose(), 0.5 * (weights + weights.reverse())};
}

LatentNodes latent_quadrature(Index dimension) {
  check_at_least("the latent dimension", dimension, 0);
  if (dimension == 0) return latent_mode(0);
  if (dimension > std::ssize(order_by_dimension)) return sigma_points(dimension);
  return tensor_power(gauss_hermite(order_by_dimension[static_cast<std::size_t>(dimension - 1)]), dimension);
}

}  // namespace craggy
