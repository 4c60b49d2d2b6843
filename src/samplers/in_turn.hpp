// Two samplers in turn: each invariant, so their composition is. Further ones nest.
#pragma once

#include <utility>

#include "samplers/concepts.hpp"

namespace craggy {

/// Each learns its own tuning from its own steps. The information is the first one's, with the evaluations
/// and divergences of both.
template <class First, class Second>
class InTurn {
 public:
  InTurn(First first, Second second) : first_(std::move(first)), second_(std::move(second)) {}

  template <LogDensity D>
  void begin(RandomStream& stream, D& density, ChainPoint& point, Index num_warmup) {
    first_.begin(stream, density, point, num_warmup);
    second_.begin(stream, density, point, num_warmup);
  }

  template <LogDensity D>
  StepInfo step(RandomStream& stream, D& density, ChainPoint& point) {
    StepInfo info = first_.step(stream, density, point);
    const StepInfo second = second_.step(stream, density, point);
    info.num_evaluations += second.num_evaluations;
    info.divergent = info.divergent || second.divergent;
    return info;
  }

  HamiltonianTuning hamiltonian_tuning() const {
    const HamiltonianTuning first = first_.hamiltonian_tuning();
    return first.inverse_metric.size() > 0 ? first : second_.hamiltonian_tuning();
  }

 private:
  First first_;
  Second second_;
};

}  // namespace craggy
