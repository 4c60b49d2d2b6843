// The learned probability that an evaluation succeeds: classifiers of several lengthscales, weighed by how
// well they explain what succeeded and what failed.
#pragma once

#include <memory>
#include <vector>

#include <craggy/base/thread_pool.hpp>

#include "posterior/success_classifier.hpp"

namespace craggy {

/// Immutable.
class SuccessModel {
 public:
  /// Points of the unit cube as columns, at least one in all. `diagonal` is the unit of the lengthscales, √Q
  /// for Q parameters.
  SuccessModel(const ConstMatrixRef& succeeded, const ConstMatrixRef& failed, double diagonal,
               ThreadPool* pool = nullptr);

  Index num_inputs() const { return num_inputs_; }

  /// P(success) at the columns of X. The same bits for any number of threads.
  Vector probability(const ConstMatrixRef& X, ThreadPool* pool = nullptr) const;
  double probability_with_gradient(const ConstVectorRef& x, Vector& gradient) const;

 private:
  Index num_inputs_;
  std::vector<std::shared_ptr<const SuccessClassifier>> classifiers_;
  std::vector<double> weights_;
};

}  // namespace craggy
