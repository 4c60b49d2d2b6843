// Warm-up of the Hamiltonian samplers: dual averaging of the step size and a diagonal metric, in Stan's
// windows.
#pragma once

#include <optional>
#include <utility>

#include "base/check.hpp"
#include "samplers/dual_averaging.hpp"
#include "samplers/metric.hpp"
#include "samplers/step_size_search.hpp"
#include "samplers/warm_up_windows.hpp"

namespace craggy {

struct WindowedWarmUpOptions {
  double target_acceptance = 0.8;
  bool adapt_metric = true;
  WindowOptions windows = {};
  // From an earlier chain, for a warm start.
  std::optional<double> initial_step_size = {};       // searched for if absent
  std::optional<Vector> initial_inverse_metric = {};  // ones if absent
};

class WindowedWarmUp {
 public:
  explicit WindowedWarmUp(WindowedWarmUpOptions options = {});

  template <LogDensity D>
  HamiltonianTuning begin(RandomStream& stream, D& density, ChainPoint& point, Index num_warmup) {
    check_size("the point", static_cast<std::size_t>(point.q.size()),
               static_cast<std::size_t>(density.size()));
    HamiltonianTuning tuning = first_tuning(density.size(), num_warmup);
    if (!options_.initial_step_size) tuning.step_size = search_step_size(stream, density, point, tuning);
    step_size_.restart(tuning.step_size);
    return tuning;
  }

  template <LogDensity D>
  void learn(RandomStream& stream, D& density, ChainPoint& point, const StepInfo& info,
             HamiltonianTuning& tuning) {
    step_size_.update(info.acceptance);
    tuning.step_size = step_size_.step_size();
    if (learn_metric(point.q, tuning.inverse_metric)) {
      // The old step size belongs to the old metric.
      tuning.step_size = search_step_size(stream, density, point, tuning);
      step_size_.restart(tuning.step_size);
    }
    if (num_done_ == num_warmup_) tuning.step_size = step_size_.averaged_step_size();
  }

 private:
  HamiltonianTuning first_tuning(Index size, Index num_warmup);

  /// Counts the step; true if it ended a slow window and the metric is new.
  bool learn_metric(const Vector& q, Vector& inverse_metric);

  WindowedWarmUpOptions options_;
  DualAveraging step_size_;
  RunningVariance draws_;
  WarmUpWindows windows_;
  std::size_t window_ = 0;  // the slow window that is open or comes next
  Index num_done_ = 0;
  Index num_warmup_ = 0;
};

}  // namespace craggy
