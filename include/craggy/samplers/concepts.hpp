// What a sampler may ask of a density. A sampler asks for concepts, never for a surrogate.
#pragma once

#include <concepts>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// A log density on R^size() that may keep scratch memory (hence not const): one object per chain.
/// A point outside the support, or where the computation failed, has the value −∞ and no usable gradient.
template <class D>
concept LogDensity = requires(D& density, const D& constant, const Vector& q, Vector& gradient) {
  { constant.size() } -> std::convertible_to<Index>;
  { density.value(q) } -> std::same_as<double>;
  { density.evaluate(q, gradient) } -> std::same_as<double>;
};

/// A density that also has binary labels, held as the coordinates q[size() … size() + num_labels()) with values
/// 0 and 1, which gradient samplers leave alone and Gibbs sweeps move.
template <class D>
concept LabelConditional =
    requires(D& density, const D& constant, Vector& q, Index n) {
      { constant.num_labels() } -> std::convertible_to<Index>;
      density.begin_sweep(q);                            // prepares for single-label updates from q
      { density.log_odds(n) } -> std::same_as<double>;   // of label n being 1, all else fixed
      density.set_label(n, true, q);                     // and updates q
    };

}  // namespace craggy
