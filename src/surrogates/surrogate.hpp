// A surrogate is a composition of parts: input warp, latent input, covariance, noise, mean. It knows its
// unknowns and how they are laid out in one vector, but holds no data.
#pragma once

#include <string>
#include <vector>

#include "surrogates/covariance.hpp"
#include "surrogates/input_warp.hpp"
#include "surrogates/latent_input.hpp"
#include "surrogates/mean_function.hpp"
#include "surrogates/noise_model.hpp"

namespace craggy {

/// Where the unknowns of each part stand in the unconstrained vector u, in this order. Labels follow behind.
struct Layout {
  struct Slice {
    Index begin = 0;
    Index size = 0;
  };
  Slice covariance, latent, noise, warp, mean;
  Slice noise_labels;  // one per observation, or none
  Slice level_label;   // which σ_h, or none

  Index num_parameters() const { return mean.begin + mean.size; }
  Index num_labels() const { return noise_labels.size + level_label.size; }
  Index total() const { return num_parameters() + num_labels(); }
};

inline auto slice_of(const Vector& u, Layout::Slice slice) { return u.segment(slice.begin, slice.size); }
inline auto slice_of(Vector& u, Layout::Slice slice) { return u.segment(slice.begin, slice.size); }

struct Surrogate {
  std::string name;
  CovariancePtr covariance;
  LatentInputPtr latent = no_latent();
  NoiseModelPtr noise = no_noise();
  InputWarpPtr warp = no_warp();
  MeanFunction mean{};

  Layout layout(const Shape& shape) const;

  /// The blocks of all parts in the order of the layout.
  ParameterBlocks blocks(const Shape& shape) const;

  /// A draw of all unknowns, labels included, from the prior.
  Vector sample_prior(RandomStream& stream, const Shape& shape) const;
};

/// The warped and latent-extended inputs Z (P × N) at u.
Matrix embedded_inputs(const Surrogate& surrogate, const Layout& layout, const Vector& u,
                       const ConstMatrixRef& X);

/// Writes the variance that is added to the diagonal for every observation at u: noise, jitter, or both.
void diagonal_variances(const Surrogate& surrogate, const Layout& layout, const Vector& u, double jitter,
                        VectorRef result);

}  // namespace craggy
