#include "posterior/observation_terms.hpp"

namespace craggy {

// Whether it stands next to x or is added to it: next to an x of 0 nothing is left but the latent.
Vector latent_distances(const Surrogate& surrogate, const Layout& layout, const Vector& u,
                        const Shape& shape) {
  Matrix Z(surrogate.latent->num_coordinates(shape.num_inputs), shape.num_observations);
  surrogate.latent->embed(slice_of(u, layout.latent), slice_of(u, layout.level_label),
                          Matrix::Zero(shape.num_inputs, shape.num_observations), Z);
  return Z.colwise().norm();
}

}  // namespace craggy
