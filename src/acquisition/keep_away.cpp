#include "acquisition/keep_away.hpp"

#include <cmath>

#include "base/check.hpp"

namespace craggy {
namespace {

class LogKeepAway final : public Acquisition {
 public:
  LogKeepAway(Matrix points, double radius) : points_(std::move(points)), squared_radius_(radius * radius) {}

  Index num_inputs() const override { return points_.rows(); }

  Vector evaluate(const ConstMatrixRef& X, ThreadPool* /*pool*/) const override {
    Vector values = Vector::Zero(X.cols());
    for (Index m = 0; m < X.cols(); ++m)
      for (Index n = 0; n < points_.cols(); ++n)
        values[m] += std::log(-std::expm1(-half_square(X.col(m), n)));
    return values;
  }

  // d log(1 − e^(−s)) = ds/(e^s − 1), s = r²/2ρ².
  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const override {
    double value = 0.0;
    gradient.setZero(x.size());
    for (Index n = 0; n < points_.cols(); ++n) {
      const double s = half_square(x, n);
      value += std::log(-std::expm1(-s));
      gradient += (x - points_.col(n)) / (squared_radius_ * std::expm1(s));
    }
    return value;
  }

 private:
  double half_square(const ConstVectorRef& x, Index n) const {
    return 0.5 * (x - points_.col(n)).squaredNorm() / squared_radius_;
  }

  Matrix points_;
  double squared_radius_;
};

}  // namespace

std::unique_ptr<Acquisition> log_keep_away(Matrix points, double radius) {
  check_positive("radius", radius);
  return std::make_unique<LogKeepAway>(std::move(points), radius);
}

}  // namespace craggy
