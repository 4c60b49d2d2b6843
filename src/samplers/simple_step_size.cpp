#include "samplers/simple_step_size.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "samplers/check_probability.hpp"

namespace craggy {

SimpleStepSizeWarmUp::SimpleStepSizeWarmUp(const SimpleStepSizeOptions& options) : options_(options) {
  check_probability("target_acceptance", options.target_acceptance);
  check_positive("rate", options.rate);
  if (!(options.adapting_share >= 0.0 && options.adapting_share <= 1.0))
    fail_argument("adapting_share", fmt::format("{}", options.adapting_share), "it has to be in [0, 1]");
  check_positive("initial_step_size", options.initial_step_size);
}

HamiltonianTuning SimpleStepSizeWarmUp::first_tuning(Index size, Index num_warmup) {
  num_adapting_left_ = static_cast<Index>(options_.adapting_share * static_cast<double>(num_warmup));
  return {.step_size = options_.initial_step_size, .inverse_metric = Vector::Ones(size)};
}

void SimpleStepSizeWarmUp::adapt(double acceptance, double& step_size) {
  if (num_adapting_left_ == 0) return;
  --num_adapting_left_;
  if (acceptance > options_.target_acceptance)
    step_size *= 1.0 + options_.rate;
  else
    step_size /= 1.0 + options_.rate;
}

}  // namespace craggy
