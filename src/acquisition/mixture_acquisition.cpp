#include <craggy/acquisition/mixture_acquisition.hpp>
#include <craggy/base/check.hpp>

namespace craggy {

Vector MixtureAcquisition::evaluate(const ConstMatrixRef& X, ThreadPool* pool) const {
  Vector values(X.cols());
  posterior_.for_each_block(X, pool, [&](Index first, const PredictiveComponents& block) {
    parallel_for(pool, static_cast<std::size_t>(block.mean.cols()), [&](std::size_t column) {
      const auto m = static_cast<Index>(column);
      values[first + m] = combine(block.mean.col(m), block.variance.col(m), block.weights, nullptr);
    });
  });
  return values;
}

double MixtureAcquisition::evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const {
  check_size("x", static_cast<std::size_t>(x.size()), static_cast<std::size_t>(num_inputs()));
  const Index C = posterior_.num_components();
  Vector means(C);
  Vector variances(C);
  Matrix d_means(x.size(), C);
  Matrix d_variances(x.size(), C);
  for (Index c = 0; c < C; ++c) {
    const PointPrediction component = posterior_.component_with_gradient(c, x);
    means[c] = component.mean;
    variances[c] = component.variance;
    d_means.col(c) = component.d_mean;
    d_variances.col(c) = component.d_variance;
  }
  Slopes slopes{Vector::Zero(C), Vector::Zero(C)};
  const double value = combine(means, variances, posterior_.weights(), &slopes);
  gradient = d_means * slopes.mean + d_variances * slopes.variance;
  return value;
}

}  // namespace craggy
