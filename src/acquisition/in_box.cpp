#include "acquisition/in_box.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace craggy {
namespace {

// Of a point that is one side outside; a tenth of that costs half a nat.
constexpr double price_of_leaving = 50.0;

class Stretched final : public Acquisition {
 public:
  Stretched(const Acquisition& acquisition, Vector low, const Vector& high)
      : acquisition_(acquisition), low_(std::move(low)), width_(high - low_) {}

  Index num_inputs() const override { return acquisition_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    return acquisition_.evaluate(placed(X), pool);
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    const double value = acquisition_.evaluate_with_gradient(placed(x), gradient);
    gradient.array() *= width_.array();
    return value;
  }

  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                 ThreadPool* pool) const override {
    Vector values = acquisition_.evaluate_with_gradients(placed(X), gradients, pool);
    gradients = width_.asDiagonal() * gradients;
    return values;
  }

 private:
  Matrix placed(const ConstMatrixRef& X) const { return (width_.asDiagonal() * X).colwise() + low_; }

  const Acquisition& acquisition_;
  Vector low_, width_;
};

class DrawnIn final : public Acquisition {
 public:
  DrawnIn(const Acquisition& acquisition, Vector low, Vector high, std::vector<Index> bounded, double side)
      : acquisition_(acquisition),
        low_(std::move(low)),
        high_(std::move(high)),
        bounded_(std::move(bounded)),
        weight_(price_of_leaving / (side * side)) {}

  Index num_inputs() const override { return acquisition_.num_inputs(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const override {
    Vector values = acquisition_.evaluate(X, pool);
    for (Index m = 0; m < X.cols(); ++m) values[m] -= price(X.col(m), nullptr);
    return values;
  }

  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    const double value = acquisition_.evaluate_with_gradient(x, gradient);
    Vector slope = Vector::Zero(x.size());
    const double paid = price(x, &slope);
    gradient -= slope;
    return value - paid;
  }

  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                 ThreadPool* pool) const override {
    Vector values = acquisition_.evaluate_with_gradients(X, gradients, pool);
    Vector slope(X.rows());
    for (Index m = 0; m < X.cols(); ++m) {
      slope.setZero();
      values[m] -= price(X.col(m), &slope);
      gradients.col(m) -= slope;
    }
    return values;
  }

 private:
  double price(const ConstVectorRef& x, Vector* slope) const {
    double sum = 0.0;
    for (const Index q : bounded_) {
      const double outside = x[q] - std::clamp(x[q], low_[q], high_[q]);
      sum += weight_ * outside * outside;
      if (slope != nullptr) (*slope)[q] = 2.0 * weight_ * outside;
    }
    return sum;
  }

  const Acquisition& acquisition_;
  Vector low_, high_;
  std::vector<Index> bounded_;
  double weight_;
};

}  // namespace

std::unique_ptr<Acquisition> stretched_over_box(const Acquisition& acquisition, Vector low, Vector high) {
  return std::make_unique<Stretched>(acquisition, std::move(low), high);
}

std::unique_ptr<Acquisition> drawn_into_box(const Acquisition& acquisition, Vector low, Vector high,
                                            std::vector<Index> bounded, double side) {
  check_positive("side", side);
  return std::make_unique<DrawnIn>(acquisition, std::move(low), std::move(high), std::move(bounded), side);
}

}  // namespace craggy
