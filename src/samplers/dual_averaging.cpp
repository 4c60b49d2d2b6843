#include "samplers/dual_averaging.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "samplers/check_probability.hpp"

namespace craggy {

DualAveraging::DualAveraging(const DualAveragingOptions& options, double initial_step_size)
    : options_(options) {
  check_probability("target_acceptance", options.target_acceptance);
  check_positive("shrinkage", options.shrinkage);
  check_non_negative("delay", options.delay);
  check_positive("decay", options.decay);
  restart(initial_step_size);
}

void DualAveraging::restart(double initial_step_size) {
  step_size_ = check_positive("initial_step_size", initial_step_size);
  log_anchor_ = std::log(10.0 * initial_step_size);
  mean_error_ = 0.0;
  mean_log_step_size_ = 0.0;
  num_updates_ = 0;
}

// [HoffmanGelman2014, algorithm 5], with the acceptance of a step for α/n_α.
void DualAveraging::update(double acceptance) {
  const auto m = static_cast<double>(++num_updates_);
  const double error_weight = 1.0 / (m + options_.delay);
  mean_error_ += error_weight * (options_.target_acceptance - std::min(acceptance, 1.0) - mean_error_);
  const double log_step_size = log_anchor_ - std::sqrt(m) / options_.shrinkage * mean_error_;
  const double average_weight = std::pow(m, -options_.decay);
  mean_log_step_size_ += average_weight * (log_step_size - mean_log_step_size_);
  step_size_ = std::exp(log_step_size);
}

double DualAveraging::averaged_step_size() const {
  return num_updates_ == 0 ? step_size_ : std::exp(mean_log_step_size_);
}

}  // namespace craggy
