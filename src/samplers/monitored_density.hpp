// A density that is counted and can be stopped: what a chain hands to its sampler.
#pragma once

#include <cmath>
#include <stop_token>
#include <utility>

#include "base/cancellation.hpp"
#include "samplers/concepts.hpp"

namespace craggy {

/// Asks for the stop before each evaluation, not once per step: one step of NUTS may take a thousand of them.
template <LogDensity D>
class MonitoredDensity {
 public:
  MonitoredDensity(D& density, std::stop_token stop) : density_(density), stop_(std::move(stop)) {}

  Index size() const { return density_.size(); }

  double value(const Vector& q) {
    throw_if_stopped(stop_);
    return counted(density_.value(q));
  }

  double evaluate(const Vector& q, Vector& gradient) {
    throw_if_stopped(stop_);
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
    throw_if_stopped(stop_);
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
  std::stop_token stop_;
  Index num_evaluations_ = 0;
  Index num_failed_ = 0;
};

}  // namespace craggy
