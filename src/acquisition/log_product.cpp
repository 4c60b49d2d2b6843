#include "acquisition/log_product.hpp"

#include <cmath>

#include "base/check.hpp"

namespace craggy {
namespace {

class LogProduct final : public Acquisition {
 public:
  explicit LogProduct(std::vector<std::unique_ptr<Acquisition>> factors) : factors_(std::move(factors)) {}

  Index num_inputs() const override { return factors_.front()->num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    Vector total = factors_.front()->evaluate(X, pool);
    for (std::size_t i = 1; i < factors_.size(); ++i) total += factors_[i]->evaluate(X, pool);
    return total;
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    double total = factors_.front()->evaluate_with_gradient(x, gradient);
    Vector more;
    for (std::size_t i = 1; i < factors_.size(); ++i) {
      total += factors_[i]->evaluate_with_gradient(x, more);
      gradient += more;
    }
    return total;
  }

  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                 ThreadPool* pool) const override {
    Vector total = factors_.front()->evaluate_with_gradients(X, gradients, pool);
    Matrix more;
    for (std::size_t i = 1; i < factors_.size(); ++i) {
      total += factors_[i]->evaluate_with_gradients(X, more, pool);
      gradients += more;
    }
    return total;
  }

 private:
  std::vector<std::unique_ptr<Acquisition>> factors_;
};

struct ValueAndSlope {
  double value;
  double slope;
};

// log softplus(s); for s far below 0 softplus(s) is exp(s) to the last digit.
ValueAndSlope log_softplus_of(double s) {
  constexpr double far_below = -40.0;
  if (s < far_below) return {s, 1.0};
  const double softplus = s > 0.0 ? s + std::log1p(std::exp(-s)) : std::log1p(std::exp(s));
  return {std::log(softplus), 1.0 / ((1.0 + std::exp(-s)) * softplus)};
}

class LogSoftplus final : public Acquisition {
 public:
  LogSoftplus(std::unique_ptr<Acquisition> bound, double shift) : bound_(std::move(bound)), shift_(shift) {}

  Index num_inputs() const override { return bound_->num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    Vector values = bound_->evaluate(X, pool);
    for (double& value : values) value = log_softplus_of(value + shift_).value;
    return values;
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    const ValueAndSlope at = log_softplus_of(bound_->evaluate_with_gradient(x, gradient) + shift_);
    gradient *= at.slope;
    return at.value;
  }

  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                 ThreadPool* pool) const override {
    Vector values = bound_->evaluate_with_gradients(X, gradients, pool);
    for (Index m = 0; m < values.size(); ++m) {
      const ValueAndSlope at = log_softplus_of(values[m] + shift_);
      values[m] = at.value;
      gradients.col(m) *= at.slope;
    }
    return values;
  }

 private:
  std::unique_ptr<Acquisition> bound_;
  double shift_;
};

}  // namespace

std::unique_ptr<Acquisition> log_product(std::vector<std::unique_ptr<Acquisition>> factors) {
  check_at_least("the number of factors", std::ssize(factors), 1);
  return std::make_unique<LogProduct>(std::move(factors));
}

std::unique_ptr<Acquisition> log_softplus(std::unique_ptr<Acquisition> bound, double shift) {
  check_finite("shift", shift);
  return std::make_unique<LogSoftplus>(std::move(bound), shift);
}

}  // namespace craggy
