// The step-size adaptation of the paper, which is TensorFlow Probability's SimpleStepSizeAdaptation
// [Bodin2020, appendix]: a step longer by 1 % after an acceptance above the target, shorter by as much
// otherwise.
#pragma once

#include "samplers/concepts.hpp"

namespace craggy {

struct SimpleStepSizeOptions {
  double target_acceptance = 0.75;
  double rate = 0.01;
  double adapting_share = 0.8;     // of the warm-up; the step size rests for what remains of it
  double initial_step_size = 0.1;  // ours: the paper states none, and thousands of steps forget it
};

/// Identity metric throughout.
class SimpleStepSizeWarmUp {
 public:
  explicit SimpleStepSizeWarmUp(const SimpleStepSizeOptions& options = {});

  template <LogDensity D>
  HamiltonianTuning begin(RandomStream& /*stream*/, D& density, ChainPoint& /*point*/, Index num_warmup) {
    return first_tuning(density.size(), num_warmup);
  }

  template <LogDensity D>
  void learn(RandomStream& /*stream*/, D& /*density*/, ChainPoint& /*point*/, const StepInfo& info,
             HamiltonianTuning& tuning) {
    adapt(info.acceptance, tuning.step_size);
  }

 private:
  HamiltonianTuning first_tuning(Index size, Index num_warmup);
  void adapt(double acceptance, double& step_size);

  SimpleStepSizeOptions options_;
  Index num_adapting_left_ = 0;
};

}  // namespace craggy
