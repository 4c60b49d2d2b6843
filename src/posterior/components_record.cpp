#include "posterior/components_record.hpp"

#include "base/check.hpp"
#include "posterior/segment_rows.hpp"

namespace craggy {

ComponentsRecord::ComponentsRecord(const Posterior& posterior) : posterior_(posterior) {
  for (const Posterior::Segment& segment : posterior.segments_)
    records_.push_back(segment.group->make_record());
  components_.weights = posterior.weights();
}

const PredictiveComponents& ComponentsRecord::predict(const ConstMatrixRef& X, ThreadPool* pool) {
  check_size("the rows of X", static_cast<std::size_t>(X.rows()),
             static_cast<std::size_t>(posterior_.num_inputs()));
  X_ = X;
  points_.emplace(posterior_.inputs(), X_);
  components_.mean.resize(posterior_.num_components(), X.cols());
  components_.variance.resize(posterior_.num_components(), X.cols());
  parallel_for(pool, records_.size(), [&](std::size_t i) {
    const Posterior::Segment& segment = posterior_.segments_[i];
    records_[i]->predict(*points_, segment.z, rows_of(segment, components_.mean),
                         rows_of(segment, components_.variance));
  });
  return components_;
}

Matrix ComponentsRecord::pull_back(const Matrix& d_mean, const Matrix& d_variance, ThreadPool* pool) const {
  // Every segment has a place of its own, and they are added in their order.
  const Index M = X_.cols();
  Matrix parts = Matrix::Zero(X_.rows(), M * std::ssize(records_));
  parallel_for(pool, records_.size(), [&](std::size_t i) {
    const Posterior::Segment& segment = posterior_.segments_[i];
    records_[i]->pull_back(rows_of(segment, d_mean), rows_of(segment, d_variance),
                           parts.middleCols(static_cast<Index>(i) * M, M));
  });
  Matrix total = Matrix::Zero(X_.rows(), M);
  for (Index i = 0; i < std::ssize(records_); ++i) total += parts.middleCols(i * M, M);
  return total;
}

}  // namespace craggy
