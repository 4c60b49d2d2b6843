// How probable it is that a constraint holds, as a factor of an acquisition.
#pragma once

#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

// Both refer to the posterior, which has to outlive them.

/// log of the mean over draws of P(f ≤ 0), f on the standardised scale of the posterior. The log keeps value
/// and gradient useful where the constraint hardly ever holds.
std::unique_ptr<Acquisition> log_feasibility(const Posterior& posterior);

/// With weights of its own for the components; not negative, not all 0.
std::unique_ptr<Acquisition> log_feasibility(const Posterior& posterior, Vector weights);

}  // namespace craggy
