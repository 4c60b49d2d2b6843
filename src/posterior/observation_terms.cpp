#include "posterior/observation_terms.hpp"

namespace craggy {

bool predicts_what_is_observed(const Surrogate& surrogate, Index num_inputs) {
  return surrogate.latent->latent_dimension(num_inputs) == 0 &&
         surrogate.covariance->single_matern() != nullptr;
}

// Whether it stands next to x or is added to it: next to an x of 0 nothing is left but the latent.
Vector latent_distances(const Surrogate& surrogate, const Layout& layout, const Vector& u,
                        const Shape& shape) {
  Matrix Z(surrogate.latent->num_coordinates(shape.num_inputs), shape.num_observations);
  surrogate.latent->embed(slice_of(u, layout.latent), slice_of(u, layout.level_label),
                          Matrix::Zero(shape.num_inputs, shape.num_observations), Z);
  return Z.colwise().norm();
}

}  // namespace craggy
