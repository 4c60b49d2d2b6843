#include "surrogates/mean_function.hpp"

namespace craggy {

ParameterBlocks MeanFunction::blocks() const {
  return prior_ ? ParameterBlocks{{"mean", prior_, 1}} : ParameterBlocks{};
}

double MeanFunction::value(const ConstVectorRef& u) const {
  return prior_ ? prior_->constrain(u[0]).value : 0.0;
}

void MeanFunction::pull_back(const ConstVectorRef& u, double d_mean, VectorRef d_u) const {
  if (prior_) d_u[0] += d_mean * prior_->constrain(u[0]).derivative;
}

}  // namespace craggy
