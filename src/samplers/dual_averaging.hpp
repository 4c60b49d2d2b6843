// Step-size adaptation by dual averaging [HoffmanGelman2014, section 3.2].
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

struct DualAveragingOptions {
  double target_acceptance = 0.8;  // δ
  double shrinkage = 0.05;         // γ: towards ten times the initial step size
  double delay = 10.0;             // t₀: steadies the first iterations
  double decay = 0.75;             // κ: how fast the average forgets
};

class DualAveraging {
 public:
  explicit DualAveraging(const DualAveragingOptions& options = {}, double initial_step_size = 1.0);

  void restart(double initial_step_size);

  /// Takes the acceptance of a step that was made with step_size().
  void update(double acceptance);

  double step_size() const { return step_size_; }  // for the next step of the warm-up
  double averaged_step_size() const;               // for the draws

 private:
  DualAveragingOptions options_;
  Index num_updates_ = 0;            // m in the paper
  double step_size_ = 1.0;           // ε_m
  double log_anchor_ = 0.0;          // μ
  double mean_error_ = 0.0;          // H̄_m
  double mean_log_step_size_ = 0.0;  // log ε̄_m
};

}  // namespace craggy
