// Latent inputs: one unknown h_n ~ N(0, σ_h²·I) per observation that enters the kernel next to x_n or added
// to it. Sampled whitened, z_n = h_n / σ_h ~ N(0, I). σ_h is given, or one of several levels, which is then a
// label.
#pragma once

#include <memory>

#include "surrogates/parameters.hpp"

namespace craggy {

class LatentInput {
 public:
  virtual ~LatentInput() = default;
  virtual ParameterBlocks blocks(const Shape& shape) const = 0;

  /// P, the number of coordinates that the kernel sees.
  virtual Index num_coordinates(Index num_inputs) const = 0;

  /// D, the dimension of one h_n.
  virtual Index latent_dimension(Index num_inputs) const = 0;

  /// The values that σ_h may take. With more than one there is a label, 0 … size − 1, with a uniform prior;
  /// with one or none (no latent input) there is none, and `label` below is empty.
  virtual std::vector<double> sigma_h_levels() const = 0;

  /// Z (P × N) from the warped inputs W (Q × N) and the latents in u.
  virtual void embed(const ConstVectorRef& u, const ConstVectorRef& label, const ConstMatrixRef& W,
                     MatrixRef Z) const = 0;

  /// Adds dL/du and writes dL/dW (Q × N), given dL/dZ.
  virtual void pull_back(const ConstVectorRef& label, const ConstMatrixRef& d_Z, VectorRef d_u,
                         MatrixRef d_W) const = 0;

  /// Z (P × M) of new points that share the whitened latent z (D); z = 0 is the collapsed p(h*) [Bodin2020,
  /// appendix].
  virtual void embed_new(const ConstVectorRef& label, const ConstMatrixRef& W, const ConstVectorRef& z,
                         MatrixRef Z) const = 0;
};
using LatentInputPtr = std::shared_ptr<const LatentInput>;

LatentInputPtr no_latent();

/// f(x) = g(x, h), [Bodin2020, Eq. 6]: the latent GP. Several levels are inferred; a level may be 0 then.
LatentInputPtr concatenated_latent(std::vector<double> sigma_h_levels, Index dimension);

/// f(x) = g(x + h): noise on the input.
LatentInputPtr added_latent(std::vector<double> sigma_h_levels);

}  // namespace craggy
