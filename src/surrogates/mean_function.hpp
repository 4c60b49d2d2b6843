// The prior mean of the function: zero, or an unknown constant.
#pragma once

#include <memory>

#include "surrogates/parameters.hpp"

namespace craggy {

class MeanFunction {
 public:
  /// Without a prior the mean is zero.
  explicit MeanFunction(ScalarPriorPtr prior = nullptr) : prior_(std::move(prior)) {}

  ParameterBlocks blocks() const;
  double value(const ConstVectorRef& u) const;

  /// Adds dL/du, given dL/d mean.
  void pull_back(const ConstVectorRef& u, double d_mean, VectorRef d_u) const;

 private:
  ScalarPriorPtr prior_;
};

}  // namespace craggy
