// A transition together with its tuning and the warm-up that learns it: the simplest thing a chain can run.
#pragma once

#include <concepts>
#include <utility>

#include "samplers/evaluate.hpp"

namespace craggy {

/// A Sampler from a Transition T and the WarmUp W of its tuning.
template <class T, class W>
class Adaptive {
 public:
  Adaptive(T transition, W warm_up) : transition_(std::move(transition)), warm_up_(std::move(warm_up)) {}

  template <LogDensity D>
    requires WarmUp<W, T, D>
  void begin(RandomStream& stream, D& density, ChainPoint& point, Index num_warmup) {
    if constexpr (std::same_as<typename T::Tuning, HamiltonianTuning>) ensure_gradient(density, point);
    num_warmup_left_ = num_warmup;
    tuning_ = warm_up_.begin(stream, density, point, num_warmup);
  }

  template <LogDensity D>
    requires Transition<T, D> && WarmUp<W, T, D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point) {
    const StepInfo info = transition_.step(stream, density, point, tuning_, workspace_);
    if (num_warmup_left_ > 0) {
      warm_up_.learn(stream, density, point, info, tuning_);
      --num_warmup_left_;
    }
    return info;
  }

  const typename T::Tuning& tuning() const { return tuning_; }

  HamiltonianTuning hamiltonian_tuning() const {
    if constexpr (std::same_as<typename T::Tuning, HamiltonianTuning>)
      return tuning_;
    else
      return {};
  }

 private:
  T transition_;
  W warm_up_;
  typename T::Tuning tuning_;
  typename T::Workspace workspace_;
  Index num_warmup_left_ = 0;
};

/// The warm-up that learns nothing: the chain only forgets its start.
template <class Tuning>
class FixedTuning {
 public:
  explicit FixedTuning(Tuning tuning = {}) : tuning_(std::move(tuning)) {}

  template <LogDensity D>
  Tuning begin(RandomStream& /*stream*/, D& density, ChainPoint& /*point*/, Index /*num_warmup*/) {
    if constexpr (!std::same_as<Tuning, NoTuning>) check_tuning(tuning_, density.size());
    return tuning_;
  }

  template <LogDensity D>
  void learn(RandomStream& /*stream*/, D& /*density*/, ChainPoint& /*point*/, const StepInfo& /*info*/,
             Tuning& /*tuning*/) {}

 private:
  Tuning tuning_;
};

}  // namespace craggy
