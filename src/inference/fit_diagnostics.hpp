// Convergence figures of a fit from its chains.
#pragma once

#include <span>

#include <craggy/inference/fit.hpp>

#include "samplers/chain.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy {

FitDiagnostics summarise_chains(std::span<const Chain> chains, const Layout& layout);

/// Of the points of a quadrature.
FitDiagnostics summarise_quadrature(const Chain& points);

}  // namespace craggy
