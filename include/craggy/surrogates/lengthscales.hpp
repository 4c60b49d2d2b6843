// The lengthscales of one Matérn kernel: one for all coordinates, or one per input (ARD).
#pragma once

#include <string>

#include <craggy/surrogates/parameters.hpp>

namespace craggy {

class Lengthscales {
 public:
  Lengthscales(std::string name, ScalarPriorPtr prior, bool per_input);

  ParameterBlock block(const Shape& shape) const;
  Index count(Index num_inputs) const { return per_input_ ? num_inputs : 1; }

  /// The lengthscale of each of the kernel's P coordinates. Latent coordinates, behind the first
  /// `num_inputs`, take the shared lengthscale [Bodin2020, reparameterisation], with ARD the geometric mean
  /// of the inputs'.
  Vector expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const;

  /// Adds dL/du, given dL/d log l_p for the P coordinates.
  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstVectorRef& d_log_lengthscales,
                 VectorRef d_u) const;

 private:
  std::string name_;
  ScalarPriorPtr prior_;
  bool per_input_;
};

}  // namespace craggy
