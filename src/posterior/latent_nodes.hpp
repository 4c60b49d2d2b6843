// Nodes and weights to integrate over a standard normal latent input in D dimensions.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

struct LatentNodes {
  Matrix nodes;    // D × number of nodes
  Vector weights;  // positive, sum to 1
};

/// The single node 0: the collapsed p(h*), and all there is for D = 0.
LatentNodes latent_mode(Index dimension);

/// Gauss–Hermite rule with `order` nodes per dimension for N(0, 1): exact for polynomials up to degree
/// 2·order − 1.
LatentNodes gauss_hermite(Index order);

/// Integrates over N(0, I_D): the tensor product of Gauss–Hermite rules, with fewer nodes per dimension as D
/// grows; beyond D = 4 the equal-weight set of 2·D + 1 sigma points that is exact to degree 3.
LatentNodes latent_quadrature(Index dimension);

}  // namespace craggy
