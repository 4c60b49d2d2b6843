#include "surrogates/surrogate.hpp"

#include <cmath>

#include "base/random.hpp"

namespace craggy {

Layout Surrogate::layout(const Shape& shape) const {
  Layout layout;
  Index end = 0;
  const auto append = [&end](Layout::Slice& slice, Index size) {
    slice = {end, size};
    end += size;
  };
  append(layout.covariance, num_parameters(covariance->blocks(shape)));
  append(layout.latent, num_parameters(latent->blocks(shape)));
  append(layout.noise, num_parameters(noise->blocks(shape)));
  append(layout.warp, num_parameters(warp->blocks(shape)));
  append(layout.mean, num_parameters(mean.blocks()));
  append(layout.noise_labels, noise->has_labels() ? shape.num_observations : 0);
  append(layout.level_label, latent->sigma_h_levels().size() > 1 ? 1 : 0);
  return layout;
}

ParameterBlocks Surrogate::blocks(const Shape& shape) const {
  ParameterBlocks all;
  for (const ParameterBlocks& part : {covariance->blocks(shape), latent->blocks(shape), noise->blocks(shape),
                                      warp->blocks(shape), mean.blocks()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Vector Surrogate::sample_prior(RandomStream& stream, const Shape& shape) const {
  const Layout where = layout(shape);
  Vector u = Vector::Zero(where.total());
  craggy::sample_prior(blocks(shape), stream, u.head(where.num_parameters()));
  if (where.noise_labels.size > 0) {
    const double log_odds = noise->label_choice(slice_of(u, where.noise)).prior_log_odds;
    for (Index n = 0; n < where.noise_labels.size; ++n) {
      const double uniform = stream.uniform();
      u[where.noise_labels.begin + n] = std::log(uniform) - std::log1p(-uniform) < log_odds ? 1.0 : 0.0;
    }
  }
  if (where.level_label.size > 0)
    u[where.level_label.begin] = static_cast<double>(stream.below(latent->sigma_h_levels().size()));
  return u;
}

Matrix embedded_inputs(const Surrogate& surrogate, const Layout& layout, const Vector& u,
                       const ConstMatrixRef& X) {
  Matrix W(X.rows(), X.cols());
  Matrix Z(surrogate.latent->num_coordinates(X.rows()), X.cols());
  surrogate.warp->apply(slice_of(u, layout.warp), X, W);
  surrogate.latent->embed(slice_of(u, layout.latent), slice_of(u, layout.level_label), W, Z);
  return Z;
}

void diagonal_variances(const Surrogate& surrogate, const Layout& layout, const Vector& u, double jitter,
                        VectorRef result) {
  surrogate.noise->variances(slice_of(u, layout.noise), slice_of(u, layout.noise_labels), result);
  if (surrogate.noise->needs_jitter()) result.array() += jitter;
}

}  // namespace craggy
