// The lengthscales of one Matérn kernel: one for all coordinates, or one per input or group of inputs (ARD).
#pragma once

#include <string>
#include <vector>

#include "surrogates/parameters.hpp"

namespace craggy {

/// One for all inputs; or one per input, each with the prior and independent of the others; or one per input,
/// around a shared one, which has the prior, and with heavy tails.
enum class LengthscaleKind { shared, independent, related };

class Lengthscales {
 public:
  /// Unless they are shared, input q has lengthscale number `group_of_input[q]`, which begins at 0 and stays
  /// or grows by 1 from input to input; where that is empty, each input has its own.
  Lengthscales(std::string name, ScalarPriorPtr prior, LengthscaleKind kind,
               std::vector<Index> group_of_input = {});

  /// The lengthscales, or, where they are related, the shared l and for each of them a standard normal z_q
  /// with log l_q = log l + (z_q + z_q³/4)/4. With one input or group there is only l.
  ParameterBlocks blocks(const Shape& shape) const;
  Index count(Index num_inputs) const;  // of these unknowns

  /// Where each group of inputs ends, whether or not they share lengthscales.
  std::vector<Index> group_ends(Index num_inputs) const;

  /// The lengthscale of each of the kernel's P coordinates. Latent coordinates, behind the first
  /// `num_inputs`, take the shared lengthscale [Bodin2020, reparameterisation]; where they are independent,
  /// their geometric mean.
  Vector expand(const ConstVectorRef& u, Index num_inputs, Index num_coordinates) const;

  /// Adds dL/du, given dL/d log l_p for the P coordinates.
  void pull_back(const ConstVectorRef& u, Index num_inputs, const ConstVectorRef& d_log_lengthscales,
                 VectorRef d_u) const;

 private:
  Index group(Index input) const;
  Index num_groups(Index num_inputs) const;

  std::string name_;
  ScalarPriorPtr prior_;
  LengthscaleKind kind_;
  std::vector<Index> group_of_input_;
};

}  // namespace craggy
