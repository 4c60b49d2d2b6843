// A density that is counted and can be stopped: what a chain hands to its sampler.
#pragma once

#include <cmath>

#include "base/cancellation.hpp"
#include "samplers/concepts.hpp"

namespace craggy {

/// Looks whether to stop before each evaluation, not once per step: one step of NUTS may take a thousand of
/// them.
template <LogDensity D>
class MonitoredDensity {
 public:
  explicit MonitoredDensity(D& density) : density_(density) {}

  Index size() const { return density_.size(); }

  double value(const Vector& q) {
    throw_if_stopped();
    return counted(density_.value(q));
  }

  double evaluate(const Vector& q, Vector& gradient) {
    throw_if_stopped();
    return counted(density_.evaluate(q, gradient));
  }

  Index num_evaluations() const { return num_evaluations_; }
  Index num_failed() const { return num_failed_; }  // whose value was not finite

  Index num_labels() const
    requires LabelConditional<D>
  {
    return density_.num_labels();
  }
  void begin_sweep(Vector& q)
    requires LabelConditional<D>
  {
    throw_if_stopped();
    density_.begin_sweep(q);
  }
  void label_log_weights(Index n, Vector& log_weights)
    requires LabelConditional<D>
  {
    density_.label_log_weights(n, log_weights);
  }
  void set_label(Index n, Index label, Vector& q)
    requires LabelConditional<D>
  {
    density_.set_label(n, label, q);
  }

 private:
  double counted(double value) {
    ++num_evaluations_;
    if (!std::isfinite(value)) ++num_failed_;
    return value;
  }

  D& density_;
  Index num_evaluations_ = 0;
  Index num_failed_ = 0;
};

}  // namespace craggy
