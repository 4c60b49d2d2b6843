// Products of worths, in logs: what an evaluation gains, times how probable it is that the gain counts.
#pragma once

#include <memory>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

/// The sum of at least one log worth.
std::unique_ptr<Acquisition> log_product(std::vector<std::unique_ptr<Acquisition>> factors);

/// log log(1 + exp(bound + shift)): a bound, which may be negative, as a log worth that grows with it and can
/// be multiplied by probabilities.
std::unique_ptr<Acquisition> log_softplus(std::unique_ptr<Acquisition> bound, double shift);

}  // namespace craggy
