// What the posterior holds of the observations themselves.
#pragma once

#include <craggy/posterior/posterior.hpp>

namespace craggy {

/// The posterior mean of f at each observation, over all draws, standardised: what Posterior::components says
/// there. `data` is what the posterior has seen.
Vector means_at_observations(const Posterior& posterior, const Dataset& data, ThreadPool* pool = nullptr);

}  // namespace craggy
