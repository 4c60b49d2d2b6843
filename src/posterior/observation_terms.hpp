// What the draws of a group know of the observations themselves, from the inverses at hand.
#pragma once

#include "surrogates/surrogate.hpp"

namespace craggy {

/// Of the points that a group is conditioned at, draws × points, on the standardised scale. An observation
/// given the others is N(y_n − α_n/(C⁻¹)_nn, 1/(C⁻¹)_nn) [RasmussenWilliams2006, eq. 5.12], at its own latent
/// and with its noise.
struct ObservationTerms {
  Matrix alpha;            // C⁻¹·(y − mean)
  Matrix precision;        // the diagonal of C⁻¹
  Matrix noise_variance;   // noise, jitter, or both: what was added to the diagonal of K
  Matrix latent_distance;  // |h_n| in the unit cube; 0 without a latent input
};

/// Whether f is observed as it is predicted, but for noise: there is no latent input and one kernel.
bool predicts_what_is_observed(const Surrogate& surrogate, Index num_inputs);

/// |h_n| of each observation at u.
Vector latent_distances(const Surrogate& surrogate, const Layout& layout, const Vector& u,
                        const Shape& shape);

}  // namespace craggy
