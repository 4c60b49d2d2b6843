// The lengthscales of one Matérn kernel: one for all coordinates, or one per input or group of inputs (ARD).
#pragma once

#include <string>
#include <vector>

#include <craggy/surrogates/parameters.hpp>

namespace craggy {

class Lengthscales {
 public:
  /// With `per_input`, input q has lengthscale number `group_of_input[q]`, which begins at 0 and stays or
  /// grows by 1 from input to input; where that is empty, each input has its own.
  Lengthscales(std::string name, ScalarPriorPtr prior, bool per_input,
               std::vector<Index> group_of_input = {});

  ParameterBlock block(const Shape& shape) const;
  Index count(Index num_inputs) const;

  /// The lengthscale of each of the kernel's P coordinates. Latent coordinates, behind the first
  /// `num_inputs`, take the shared lengthscale [Bodin2020, reparameterisation], with ARD their
  /// geometric mean.
  Vector expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const;

  /// Adds dL/du, given dL/d log l_p for the P coordinates.
  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstVectorRef& d_log_lengthscales,
                 VectorRef d_u) const;

 private:
  Index group(Index input) const;

  std::string name_;
  ScalarPriorPtr prior_;
  bool per_input_;
  std::vector<Index> group_of_input_;
};

}  // namespace craggy
