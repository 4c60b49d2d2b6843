// Predictions of a posterior that take derivatives in their moments back to the points.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/posterior/posterior.hpp>

#include "posterior/draw_group.hpp"

namespace craggy {

/// Components at a few points, with what takes derivatives in their moments back to the points. Keeps its
/// memory from one prediction to the next. Refers to the posterior, which has to outlive it.
class ComponentsRecord {
 public:
  explicit ComponentsRecord(const Posterior& posterior);

  /// As Posterior::components.
  const PredictiveComponents& predict(const ConstMatrixRef& X, ThreadPool* pool = nullptr);

  /// The derivative (Q × M), at the points of the last prediction, of what has these derivatives (C × M) in
  /// the moments of the components. The same bits for any number of threads.
  Matrix pull_back(const Matrix& d_mean, const Matrix& d_variance, ThreadPool* pool = nullptr) const;

 private:
  const Posterior& posterior_;
  Matrix X_;
  std::optional<PredictionPoints> points_;
  PredictiveComponents components_;
  std::vector<std::unique_ptr<PredictionRecord>> records_;  // of the segments
};

}  // namespace craggy
