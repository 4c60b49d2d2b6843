// Acquisitions with a known maximum, for the tests of the maximisers.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>

namespace craggy::testing {

/// Any function as an acquisition. Keeps the points that it was asked about in a batch, and counts the single
/// ones.
class FunctionAcquisition final : public Acquisition {
 public:
  using Function = std::function<double(const Vector& x, Vector& gradient)>;

  FunctionAcquisition(Index num_inputs, Function function)
      : num_inputs_(num_inputs), function_(std::move(function)) {}

  Index num_inputs() const override { return num_inputs_; }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool*) const override {
    batches_.emplace_back(X);
    Vector values(X.cols());
    Vector unused(num_inputs_);
    for (Index m = 0; m < X.cols(); ++m) values[m] = function_(X.col(m), unused);
    return values;
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    ++num_gradients_;
    gradient.resize(num_inputs_);
    return function_(x, gradient);
  }

  const std::vector<Matrix>& batches() const { return batches_; }
  int num_gradients() const { return num_gradients_; }

 private:
  Index num_inputs_;
  Function function_;
  mutable std::vector<Matrix> batches_;
  mutable int num_gradients_ = 0;
};

/// −½·(x − peak)ᵀ·A·(x − peak), A with ones on the diagonal (times `scale`) and `coupling` beside it.
inline FunctionAcquisition quadratic(const Vector& peak, double coupling = 0.0, double scale = 1.0) {
  const Index Q = peak.size();
  const Matrix A = scale * ((1.0 - coupling) * Matrix::Identity(Q, Q) + coupling * Matrix::Ones(Q, Q));
  return {Q, [=](const Vector& x, Vector& gradient) {
            gradient = -A * (x - peak);
            return 0.5 * (x - peak).dot(gradient);
          }};
}

/// A Gaussian bump on a long slope: log-sum of two hills, the narrow one higher.
inline FunctionAcquisition two_hills(const Vector& high, const Vector& low) {
  return {high.size(), [=](const Vector& x, Vector& gradient) {
            const double wide = std::exp(-0.5 * (x - low).squaredNorm() / 0.09);
            const double narrow = 2.0 * std::exp(-0.5 * (x - high).squaredNorm() / 0.01);
            gradient = -wide * (x - low) / 0.09 - narrow * (x - high) / 0.01;
            return wide + narrow;
          }};
}

}  // namespace craggy::testing
