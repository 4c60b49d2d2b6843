#include "samplers/windowed_warm_up.hpp"

namespace craggy {

WindowedWarmUp::WindowedWarmUp(WindowedWarmUpOptions options)
    : options_(std::move(options)), step_size_({.target_acceptance = options_.target_acceptance}) {
  if (options_.initial_step_size) check_positive("initial_step_size", *options_.initial_step_size);
}

HamiltonianTuning WindowedWarmUp::first_tuning(Index size, Index num_warmup) {
  num_done_ = 0;
  num_warmup_ = num_warmup;
  window_ = 0;
  windows_ = options_.adapt_metric ? warm_up_windows(num_warmup, options_.windows) : WarmUpWindows{};
  draws_.restart(size);
  HamiltonianTuning tuning{.step_size = options_.initial_step_size.value_or(1.0),
                           .inverse_metric = options_.initial_inverse_metric.value_or(Vector::Ones(size))};
  check_tuning(tuning, size);
  return tuning;
}

bool WindowedWarmUp::learn_metric(const Vector& q, Vector& inverse_metric) {
  const Index step = num_done_++;
  if (step < windows_.slow_begin || window_ == windows_.slow_ends.size()) return false;
  draws_.add(q);
  if (num_done_ < windows_.slow_ends[window_]) return false;
  ++window_;
  inverse_metric = regularised_inverse_metric(draws_);
  draws_.restart(q.size());
  return true;
}

}  // namespace craggy
