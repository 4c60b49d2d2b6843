#include "acquisition/mixture_acquisition.hpp"

#include "base/check.hpp"

namespace craggy {
namespace {

// Points that one thread combines in one go.
constexpr Index chunk_columns = 32;

}  // namespace

Vector MixtureAcquisition::evaluate(const ConstMatrixRef& X, ThreadPool* pool) const {
  Vector values(X.cols());
  posterior_.for_each_block(X, pool, [&](Index first, const PredictiveComponents& block) {
    const Index num_chunks = (block.mean.cols() + chunk_columns - 1) / chunk_columns;
    parallel_for(pool, static_cast<std::size_t>(num_chunks), [&](std::size_t chunk) {
      const Index begin = static_cast<Index>(chunk) * chunk_columns;
      for (Index m = begin; m < std::min(begin + chunk_columns, block.mean.cols()); ++m)
        values[first + m] = combine(block.mean.col(m), block.variance.col(m), block.weights, nullptr);
    });
  });
  return values;
}

Vector MixtureAcquisition::evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                                   ThreadPool* pool) const {
  std::unique_ptr<ComponentsRecord> record = borrow_record();
  const PredictiveComponents& at = record->predict(X, pool);
  Matrix d_means = Matrix::Zero(at.mean.rows(), X.cols());
  Matrix d_variances = Matrix::Zero(at.mean.rows(), X.cols());
  Vector values(X.cols());
  for (Index m = 0; m < X.cols(); ++m) {
    Slopes slopes{d_means.col(m), d_variances.col(m)};
    values[m] = combine(at.mean.col(m), at.variance.col(m), at.weights, &slopes);
  }
  gradients = record->pull_back(d_means, d_variances, pool);
  return_record(std::move(record));
  return values;
}

std::unique_ptr<ComponentsRecord> MixtureAcquisition::borrow_record() const {
  const std::scoped_lock lock(mutex_);
  if (idle_records_.empty()) return std::make_unique<ComponentsRecord>(posterior_);
  std::unique_ptr<ComponentsRecord> record = std::move(idle_records_.back());
  idle_records_.pop_back();
  return record;
}

void MixtureAcquisition::return_record(std::unique_ptr<ComponentsRecord> record) const {
  const std::scoped_lock lock(mutex_);
  idle_records_.push_back(std::move(record));
}

double MixtureAcquisition::evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const {
  check_size("x", static_cast<std::size_t>(x.size()), static_cast<std::size_t>(num_inputs()));
  Matrix gradients;
  const Vector values = evaluate_with_gradients(x, gradients, nullptr);
  gradient = gradients.col(0);
  return values[0];
}

}  // namespace craggy
