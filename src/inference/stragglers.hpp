// Chains that have lost the posterior, and where they resume.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <craggy/linalg/types.hpp>

namespace craggy {

struct TakeOver {
  Index straggler;  // a lane
  Index leader;     // the chain from whose state it resumes

  bool operator==(const TakeOver&) const = default;
};

/// `log_densities` of all lanes, of which the first `num_chains` are chains and the others repeat one. Lanes
/// that are more than `spread` below the best chain, or nowhere, resume from the chains that are not, each in
/// turn. Nothing if no chain has a finite log density.
///
/// New observations can make an earlier state impossible. Coming back from there takes far more iterations
/// than a suggestion has; its draws would count like any other, and its gradients would spoil the metric for
/// all chains and for all fits to come.
std::optional<std::vector<TakeOver>> gather_stragglers(std::span<const double> log_densities,
                                                       Index num_chains, double spread);

}  // namespace craggy
