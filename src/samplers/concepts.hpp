// What a sampler may ask of a density, and what a chain may ask of a sampler. A sampler asks for concepts,
// never for a surrogate.
#pragma once

#include <concepts>

#include <craggy/linalg/types.hpp>

#include "base/random.hpp"
#include "samplers/state.hpp"

namespace craggy {

/// A log density on R^size() that may keep scratch memory (hence not const): one object per chain.
/// A point outside the support, or where the computation failed, has the value −∞ and no usable gradient.
/// `evaluate` writes size() entries; samplers hand in a gradient of that size.
template <class D>
concept LogDensity = requires(D& density, const D& constant, const Vector& q, Vector& gradient) {
  { constant.size() } -> std::convertible_to<Index>;
  { density.value(q) } -> std::same_as<double>;
  { density.evaluate(q, gradient) } -> std::same_as<double>;
};

/// A density that also has labels (num_labels() may be 0), held as the coordinates q[size() … size() +
/// num_labels()) with values 0, 1, …, which gradient samplers leave alone and Gibbs sweeps move.
template <class D>
concept LabelConditional = requires(D& density, const D& constant, Vector& q, Vector& log_weights, Index n) {
  { constant.num_labels() } -> std::convertible_to<Index>;
  density.begin_sweep(q);                     // prepares for single-label updates from q
  density.label_log_weights(n, log_weights);  // of each value of label n, all else fixed, up to a constant
  density.set_label(n, n, q);                 // label n to a value; updates q
};

/// A Markov transition that leaves the density invariant at fixed tuning. It is a value that holds options
/// only: the state is the point, what warm-up learns is the tuning, and memory that outlives a step is the
/// workspace.
template <class T, class D>
concept Transition = LogDensity<D> && std::copyable<T> && std::default_initializable<typename T::Workspace> &&
                     requires(const T& transition, RandomStream& stream, D& density, ChainPoint& point,
                              const typename T::Tuning& tuning, typename T::Workspace& workspace) {
                       {
                         transition.step(stream, density, point, tuning, workspace)
                       } -> std::same_as<StepInfo>;
                     };

/// How a transition's tuning is found. `begin` gives the first tuning; `learn` follows each of the num_warmup
/// steps and leaves in `tuning` what the next step is to use, at the last call what all draws are to use.
template <class W, class T, class D>
concept WarmUp =
    std::copyable<W> && requires(W& warm_up, RandomStream& stream, D& density, ChainPoint& point,
                                 Index num_warmup, const StepInfo& info, typename T::Tuning& tuning) {
      { warm_up.begin(stream, density, point, num_warmup) } -> std::same_as<typename T::Tuning>;
      warm_up.learn(stream, density, point, info, tuning);
    };

/// What a chain runs: transitions together with their tuning and the way to learn it. Copied once per chain.
template <class S, class D>
concept Sampler = std::copyable<S> && requires(S& sampler, const S& constant, RandomStream& stream,
                                               D& density, ChainPoint& point, Index num_warmup) {
  sampler.begin(stream, density, point, num_warmup);                   // once, before the first step
  { sampler.step(stream, density, point) } -> std::same_as<StepInfo>;  // the first num_warmup ones learn
  {
    constant.hamiltonian_tuning()
  } -> std::convertible_to<HamiltonianTuning>;  // NaN and empty if there is none
};

}  // namespace craggy
