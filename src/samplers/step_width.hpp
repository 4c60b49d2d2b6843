// The width of a random-walk move, or the step size of a trajectory, learnt in warm-up by stochastic
// approximation [RobbinsMonro1951]: larger when more is accepted than aimed for.
#pragma once

#include <algorithm>
#include <cmath>

namespace craggy {

class StepWidth {
 public:
  explicit StepWidth(double initial, double target_acceptance = 0.4)
      : log_value_(std::log(initial)), target_(target_acceptance) {}

  double value() const { return std::exp(log_value_); }
  void set(double value) { log_value_ = std::log(value); }

  /// Learns as fast again as at the beginning, because what it belongs to has changed.
  void restart() { num_steps_ = 0.0; }

  void learn(double acceptance) {
    ++num_steps_;
    // Steps that shrink slowly enough to go any distance, and fast enough to settle.
    log_value_ += (acceptance - target_) / std::pow(num_steps_ + 5.0, 0.6);
    log_value_ = std::clamp(log_value_, -20.0, 5.0);
  }

 private:
  double log_value_;
  double target_;
  double num_steps_ = 0.0;
};

}  // namespace craggy
