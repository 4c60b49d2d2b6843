// The unknowns of a surrogate: blocks of scalars with independent priors, laid out in one unconstrained
// vector.
#pragma once

#include <string>
#include <vector>

#include <craggy/linalg/types.hpp>

#include "priors/scalar_prior.hpp"

namespace craggy {

/// What the number of unknowns may depend on.
struct Shape {
  Index num_inputs;        // Q
  Index num_observations;  // N
};

/// `count` scalars with the same prior, e.g. one noise variance per observation.
struct ParameterBlock {
  std::string name;
  ScalarPriorPtr prior;
  Index count;
};
using ParameterBlocks = std::vector<ParameterBlock>;

Index num_parameters(const ParameterBlocks& blocks);

/// "lengthscale", or "latent[1]" … "latent[5]" for a block of five.
std::vector<std::string> parameter_names(const ParameterBlocks& blocks);

/// Σ log prior, normalised, in unconstrained coordinates; adds the derivatives to `gradient`.
double add_log_prior(const ParameterBlocks& blocks, const ConstVectorRef& u, VectorRef gradient);

void sample_prior(const ParameterBlocks& blocks, RandomStream& stream, VectorRef u);

}  // namespace craggy
