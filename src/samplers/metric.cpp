#include "samplers/metric.hpp"

namespace craggy {

void RunningVariance::restart(Index size) {
  count_ = 0;
  mean_.setZero(size);
  sum_of_squares_.setZero(size);
}

void RunningVariance::add(const Vector& q) {
  ++count_;
  deviation_ = q - mean_;
  mean_ += deviation_ / static_cast<double>(count_);
  sum_of_squares_ += deviation_.cwiseProduct(q - mean_);
}

Vector RunningVariance::variance() const { return sum_of_squares_ / static_cast<double>(count_ - 1); }

Vector regularised_inverse_metric(const RunningVariance& draws) {
  if (draws.count() < 2) return Vector::Ones(draws.mean().size());
  const auto n = static_cast<double>(draws.count());
  return (n / (n + 5.0)) * draws.variance().array() + 1e-3 * (5.0 / (n + 5.0));
}

}  // namespace craggy
